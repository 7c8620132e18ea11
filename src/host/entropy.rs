//! Randomness for ids and temporary names: the system's own, or a sequence that repeats in tests.

use std::sync::atomic::{AtomicU64, Ordering};

use rustix::rand::{GetRandomFlags, getrandom};

use super::files::Trouble;

/// A source of uniform random numbers.
#[derive(Debug, Default)]
pub struct Entropy {
    repeating: Option<AtomicU64>,
}

impl Entropy {
    /// A sequence that is the same for the same seed.
    pub const fn seeded(seed: u64) -> Self {
        Self { repeating: Some(AtomicU64::new(seed)) }
    }

    /// The system's randomness, or a repeating sequence where `setting` is a number.
    pub fn from_setting(setting: Option<&str>) -> Self {
        setting.and_then(|text| text.parse().ok()).map_or_else(Self::default, Self::seeded)
    }

    /// Sixteen uniform random bits.
    pub fn bits16(&self) -> Result<u16, Trouble> {
        let mut bytes = [0_u8; 2];
        self.fill(&mut bytes)?;
        Ok(u16::from_le_bytes(bytes))
    }

    /// Sixty-four uniform random bits.
    pub fn bits64(&self) -> Result<u64, Trouble> {
        let mut bytes = [0_u8; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), Trouble> {
        if let Some(state) = &self.repeating {
            for (byte, drawn) in bytes.iter_mut().zip(split_mix(state).to_le_bytes()) {
                *byte = drawn;
            }
            return Ok(());
        }
        match getrandom(&mut *bytes, GetRandomFlags::empty()) {
            Ok(read) if read == bytes.len() => Ok(()),
            Ok(_) => Err(Trouble::Io(std::io::ErrorKind::UnexpectedEof)),
            Err(errno) => Err(Trouble::from(errno)),
        }
    }
}

/// One step of the SplitMix64 generator.
fn split_mix(state: &AtomicU64) -> u64 {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut z = state.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Entropy;

    #[test]
    fn a_seed_repeats_and_the_system_does_not() {
        let (one, two) = (Entropy::seeded(7), Entropy::seeded(7));
        assert_eq!(one.bits64().unwrap(), two.bits64().unwrap());
        assert_ne!(one.bits64().unwrap(), one.bits64().unwrap());
        let system = Entropy::default();
        assert_ne!(system.bits64().unwrap(), system.bits64().unwrap());
    }
}
