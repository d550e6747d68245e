//! Uploading and serving photos.

pub(crate) mod hostile_photos;
pub(crate) mod own_photos;
pub(crate) mod photo_faults;
pub(crate) mod uploads;
