//! The decoder, cut at every place, and against bytes that no keyboard sends.

use super::{Decoder, KEPT};
use crate::host::terminal::key::Key;

/// The keys of some reads, each of which comes at once.
fn keys(reads: &[&[u8]]) -> Vec<Key> {
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    for read in reads {
        decoder.feed(read, &mut keys);
    }
    keys
}

/// The keys of some reads, with a wait that ran out behind each.
fn slow(reads: &[&[u8]]) -> Vec<Key> {
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    for read in reads {
        decoder.feed(read, &mut keys);
        if decoder.patience().is_some() {
            decoder.expire(&mut keys);
        }
    }
    keys
}

fn chars(text: &str) -> Vec<Key> {
    text.chars().map(Key::Char).collect()
}

#[test]
fn a_key_is_one_key_wherever_its_bytes_are_cut() {
    let pasted = "a\r\u{3}日\u{1b}[A";
    let paste = format!("\x1b[200~{pasted}\x1b[201~");
    let cases: [(&str, Vec<Key>); 18] = [
        ("\x1b[A", vec![Key::Up]),
        ("\x1bOB", vec![Key::Down]),
        ("\x1b[1;5C", vec![Key::Right]),
        ("\x1b[D", vec![Key::Left]),
        ("\x1b[H", vec![Key::Home]),
        ("\x1b[8~", vec![Key::End]),
        ("\x1b[5~", vec![Key::PageUp]),
        ("\x1b[6~", vec![Key::PageDown]),
        ("\x1b[Z", vec![Key::BackTab]),
        ("\x1b[13u", vec![Key::Enter]),
        ("\x1b[110;5u", vec![Key::Control('n')]),
        ("é日🇩", vec![Key::Char('é'), Key::Char('日'), Key::Char('🇩')]),
        (&paste, vec![Key::Pasted(pasted.to_owned())]),
        ("\x1b[>0;276;0c", vec![]),
        ("\x1b]11;rgb:00/00/00\x1b\\", vec![]),
        ("\x1bP1+r544e\x07", vec![]),
        ("\x1b[[A", vec![]),
        ("\x1b[M !!", vec![]),
    ];
    for (bytes, expected) in cases {
        let typed = format!("x{bytes}y");
        let expected = [vec![Key::Char('x')], expected, vec![Key::Char('y')]].concat();
        for cut in 0..=typed.len() {
            let (one, two) = typed.as_bytes().split_at(cut);
            assert_eq!(keys(&[one, two]), expected, "{typed:?} cut at {cut}");
        }
        let bytes: Vec<&[u8]> = typed.as_bytes().chunks(1).collect();
        assert_eq!(keys(&bytes), expected, "{typed:?} byte by byte");
    }
}

#[test]
fn single_bytes_are_keys() {
    let expected = [Key::Enter, Key::Enter, Key::Tab, Key::Backspace, Key::Control('c'), Key::Control('x')];
    assert_eq!(keys(&[b"\r\n\t\x7f\x03\x18"]), expected);
}

#[test]
fn escape_is_a_key_when_nothing_follows_it_and_its_late_rest_is_still_one() {
    assert_eq!(slow(&[b"\x1b"]), [Key::Escape]);
    assert_eq!(slow(&[b"\x1b", b"[B"]), [Key::Escape, Key::Down]);
    assert_eq!(slow(&[b"\x1b", b"a"]), [Key::Escape, Key::Char('a')]);
    assert_eq!(slow(&[b"\x1b", b"[x y"]), [vec![Key::Escape], chars("[x y")].concat());
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    decoder.feed(b"\x1b", &mut keys);
    decoder.expire(&mut keys);
    decoder.expire(&mut keys);
    decoder.feed(b"[B", &mut keys);
    assert_eq!(keys, [vec![Key::Escape], chars("[B")].concat(), "long after, it was typed");
    assert_eq!(decoder.patience(), None);
}

#[test]
fn a_sequence_that_has_begun_is_waited_for() {
    assert_eq!(slow(&[b"\x1b[", b"1;", b"5", b"A"]), [Key::Up]);
    assert_eq!(slow(&[b"\xe6", b"\x97", b"\xa5"]), [Key::Char('日')]);
}

#[test]
fn what_is_typed_behind_an_escape_is_not_lost() {
    let escaped = |text: &str| [vec![Key::Escape], chars(text)].concat();
    assert_eq!(keys(&[b"\x1bm"]), escaped("m"));
    assert_eq!(keys(&[b"\x1bOpus"]), escaped("Opus"));
    assert_eq!(keys(&["\x1bP日\r".as_bytes()]), [escaped("P日"), vec![Key::Enter]].concat());
    assert_eq!(slow(&[b"\x1b]a"]), escaped("]a"));
    assert_eq!(keys(&[b"\x1b\x1b[A"]), [Key::Escape, Key::Up]);
    assert_eq!(keys(&[b"\x1b]a\x1b[A"]), [escaped("]a"), vec![Key::Up]].concat());
}

#[test]
fn an_interrupt_comes_through_whatever_was_begun() {
    for begun in ["\x1b", "\x1b[", "\x1b[1;2", "\x1bO", "\x1b]0;x", "\x1bP", "\u{65e5}"] {
        let bytes = &begun.as_bytes()[..begun.len() - usize::from(begun == "\u{65e5}")];
        assert_eq!(keys(&[bytes, b"\x03"]).last(), Some(&Key::Control('c')), "{begun:?}");
    }
    let twice = keys(&[b"\x1b[200~half", b"\x03", b"\x03"]);
    assert_eq!(twice, [Key::Control('c')], "typed twice in a paste without an end");
    assert_eq!(keys(&[b"\x1b[200~half", b"\x03\x1b[201~"]), [Key::Pasted("half\x03".to_owned())]);
}

#[test]
fn a_paste_is_bounded_and_its_end_is_seen_all_the_same() {
    let long = "y".repeat(KEPT + 100);
    let pasted = keys(&[b"\x1b[200~", long.as_bytes(), b"\x1b[20\x1b[201~", b"z"]);
    assert_eq!(pasted, [Key::Pasted("y".repeat(KEPT)), Key::Char('z')]);
    assert_eq!(keys(&[b"\x1b[200~\x1b[20\x1b[201~"]), [Key::Pasted("\x1b[20".to_owned())]);
}

/// Seeded changes of real sequences: nothing breaks, no control character comes out as a letter, little is held,
/// and afterwards a key is a key again.
#[test]
fn no_bytes_break_it() {
    let seeds: [&[u8]; 8] = [
        b"\x1b[1;5A\x1b[B",
        b"\x1b[200~paste\x1b[201~",
        b"\x1b]11;rgb:1/2/3\x07",
        b"\x1bOA\x1bO",
        b"\x1b[<0;10;10M\x1b[32;1;1M",
        b"\x1b[57399;5:3u\x1b[1114112u\x1b[;;u",
        "日本é\u{301}".as_bytes(),
        b"\x1b[27;5;9~\x1b[?1;2c\x1b[>1 q",
    ];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(below).unwrap()).unwrap()
    };
    for _ in 0..20_000 {
        let mut bytes = seeds[next(seeds.len())].to_vec();
        for _ in 0..=next(6) {
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = u8::try_from(next(256)).unwrap(),
                1 => bytes.insert(at, [0x1b, b'[', b']', b'~', 0x80, b';'][next(6)]),
                2 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => bytes.extend_from_within(at..),
            }
        }
        let mut decoder = Decoder::default();
        let mut keys = Vec::new();
        for read in bytes.chunks(1 + next(7)) {
            decoder.feed(read, &mut keys);
            if next(5) == 0 {
                decoder.expire(&mut keys);
            }
        }
        assert!(keys.iter().all(|key| !matches!(key, Key::Char(letter) if letter.is_control())), "{bytes:?}");
        assert!(decoder.held.len() <= bytes.len(), "{bytes:?}");
        for _ in 0..5 {
            decoder.feed(b"\x03", &mut keys);
        }
        assert_eq!(keys.last(), Some(&Key::Control('c')), "after {bytes:?}");
        keys.clear();
        decoder.feed(b"\x1b[A", &mut keys);
        assert_eq!(keys, [Key::Up], "after {bytes:?}");
    }
}
