//! The only doors to the outside: places, files, locks, git, processes, clock, terminal.
