//! Texts that were right until somebody cut, changed or put in a few bytes: the same ones in every run.

/// What is put in besides the pieces that a format of its own adds.
const PIECES: [&[u8]; 10] = [b"\"", b"{", b"}", b"[", b"]", b",", b":", b"\\u202e", b"null", b"\xff"];

/// So many mutations, of each seed in turn.
pub(super) fn mutations(seeds: &[String], pieces: &[&str], count: usize) -> impl Iterator<Item = Vec<u8>> {
    let pieces: Vec<&[u8]> = PIECES.into_iter().chain(pieces.iter().map(|piece| piece.as_bytes())).collect();
    let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
    (0..count).map(move |round| {
        let mut bytes = seeds[round % seeds.len()].clone().into_bytes();
        for _ in 0..=draw.below(3) {
            let at = draw.below(bytes.len());
            match draw.below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = u8::try_from(draw.below(256)).unwrap(),
                2 => drop(bytes.splice(at..at, pieces[draw.below(pieces.len())].iter().copied())),
                _ => bytes.truncate(at.max(1)),
            }
        }
        bytes
    })
}

/// A sequence of numbers.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(most.max(1)).unwrap()).unwrap()
    }
}
