//! The ZIP archive, or the folder that it was unpacked to.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::book::Export;
use crate::collection::Location;
use crate::packed::{invalid, unzip};
use crate::wikis::source::{FileIndex, files_in};

const MAX_DATA: u64 = 256 * 1024 * 1024;

pub(super) enum Archive {
    Packed(PathBuf, Box<ZipArchive<BufReader<File>>>),
    Folder(PathBuf),
}

impl Archive {
    pub(super) fn open(path: &Path) -> Option<Self> {
        if path.is_dir() {
            return path.join("data.json").is_file().then(|| Self::Folder(path.to_owned()));
        }
        let archive = unzip(path).ok()?;
        archive.index_for_name("data.json")?;
        Some(Self::Packed(path.to_owned(), Box::new(archive)))
    }

    pub(super) fn data(&mut self) -> io::Result<Export> {
        let mut bytes = Vec::new();
        match self {
            Self::Folder(folder) => File::open(folder.join("data.json"))?.take(MAX_DATA).read_to_end(&mut bytes)?,
            Self::Packed(_, archive) => {
                archive.by_name("data.json").map_err(invalid)?.take(MAX_DATA).read_to_end(&mut bytes)?
            }
        };
        serde_json::from_slice(&bytes).map_err(invalid)
    }

    pub(super) fn files(&self) -> io::Result<FileIndex> {
        let mut index = FileIndex::default();
        match self {
            Self::Folder(folder) => {
                for (name, location) in files_in(&folder.join("files"))? {
                    index.add(&[&name], format!("files/{name}"), location);
                }
            }
            Self::Packed(path, archive) => {
                let names = archive.file_names().filter_map(Result::ok).map(std::borrow::Cow::into_owned);
                let mut names: Vec<String> = names.filter(|name| !name.ends_with('/')).collect();
                names.sort_unstable();
                for name in names {
                    let Some(own) = name.strip_prefix("files/") else { continue };
                    if !own.split(['/', '\\']).any(|part| part == "..") {
                        index.add(&[own], name.clone(), Location::Packed { archive: path.clone(), name: name.clone() });
                    }
                }
            }
        }
        Ok(index)
    }
}
