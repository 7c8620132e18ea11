//! The least that a Rust program can do; everything is measured as a ratio to it.

fn main() {
    println!("hello, world");
}
