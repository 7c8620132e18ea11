//! What a person can press.

/// One key, or a text that was pasted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// A letter that is typed.
    Char(char),
    /// A letter that is pressed with control, in lower case.
    Control(char),
    /// A text that was pasted, as it came: line ends and controls are part of it and no keys.
    Pasted(String),
    /// Enter.
    Enter,
    /// Tab.
    Tab,
    /// Tab with shift.
    BackTab,
    /// Backspace.
    Backspace,
    /// Escape.
    Escape,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
}
