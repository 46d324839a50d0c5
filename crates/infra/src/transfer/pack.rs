//! An archive of single members, made in a temporary file.

use super::files::{StreamReader, staged};
use super::lines::LineFile;
use super::writer::TarWriter;
use async_trait::async_trait;
use bytes::Bytes;
use facility_files::ports::ByteStream;
use facility_transfer::error::TransferError;
use facility_transfer::manifest::Manifest;
use facility_transfer::ports::ArchiveWriter;
use facility_transfer::staged::Staged;
use std::fs::File;
use std::io;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;

/// An archive that is being made. It holds a slot until it is finished or dropped.
pub(super) struct FilePack {
    /// `None` while a thread writes, and after a failure.
    open: Option<Open>,
    _slot: OwnedSemaphorePermit,
}

struct Open {
    archive: TarWriter<File>,
    /// The member of records that is being written, and its lines.
    lines: Option<(String, LineFile)>,
}

impl Open {
    fn end_lines(&mut self) -> io::Result<()> {
        match self.lines.take() {
            Some((name, lines)) => self.archive.add_file(&name, lines.into_file()?),
            None => Ok(()),
        }
    }
}

impl FilePack {
    pub(super) fn new(slot: OwnedSemaphorePermit) -> io::Result<Self> {
        let archive = TarWriter::new(tempfile::tempfile()?, 0)?;
        Ok(Self { open: Some(Open { archive, lines: None }), _slot: slot })
    }

    /// Runs `write` on a thread that may block.
    async fn with<T: Send + 'static>(
        &mut self,
        write: impl FnOnce(&mut Open) -> io::Result<T> + Send + 'static,
    ) -> Result<T, TransferError> {
        let mut open = self.take()?;
        let written = spawn_blocking(move || write(&mut open).map(|made| (open, made)));
        let (open, made) = written.await.map_err(io::Error::other)??;
        self.open = Some(open);
        Ok(made)
    }

    fn take(&mut self) -> io::Result<Open> {
        self.open.take().ok_or_else(|| io::Error::other("an earlier write to the archive failed"))
    }
}

#[async_trait]
impl ArchiveWriter for FilePack {
    async fn add(&mut self, name: &str, bytes: Bytes) -> Result<(), TransferError> {
        let name = name.to_owned();
        self.with(move |open| {
            open.end_lines()?;
            open.archive.add(&name, bytes.len() as u64, &*bytes).map(drop)
        })
        .await
    }

    async fn stream(&mut self, name: &str, size: u64, bytes: ByteStream) -> Result<(), TransferError> {
        let (name, runtime) = (name.to_owned(), Handle::current());
        self.with(move |open| {
            open.end_lines()?;
            open.archive.add(&name, size, StreamReader::new(bytes, runtime)).map(drop)
        })
        .await
    }

    async fn line(&mut self, name: &str, line: &serde_json::Value) -> Result<(), TransferError> {
        let (name, line) = (name.to_owned(), line.clone());
        self.with(move |open| {
            if open.lines.as_ref().is_some_and(|(current, _)| *current != name) {
                open.end_lines()?;
            }
            let lines = match open.lines.take() {
                Some((_, lines)) => lines,
                None => LineFile::new()?,
            };
            open.lines.insert((name, lines)).1.write(&line)
        })
        .await
    }

    async fn finish(mut self: Box<Self>, manifest: Manifest) -> Result<Staged, TransferError> {
        let mut open = self.take()?;
        let made = spawn_blocking(move || {
            open.end_lines()?;
            staged(open.archive.finish(manifest)?)
        });
        Ok(made.await.map_err(io::Error::other)??)
    }
}
