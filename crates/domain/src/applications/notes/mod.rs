//! Notes of administrators about an application. They are saved while their author types, so an edit is frequent.

mod note;
mod note_store;
mod service;

pub use note::{
    AuthoredNote, MAX_NOTES, NewNote, Note, NoteChange, NoteError, add_note, delete_note, update_note,
};
pub use note_store::{NoteStep, NoteStore};
pub use service::Notes;
