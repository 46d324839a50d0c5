//! A Merkle tree over the log's entries, as defined in RFC 6962, section 2.1. Leaf `n` is entry `n + 1`.

use sha2::{Digest as _, Sha256};

/// The SHA-256 hash of a leaf, a node or a tree.
pub type Hash = [u8; 32];

pub fn leaf(data: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(data).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// A tree that only grows. It stores the roots of its complete subtrees, at most 64 hashes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    size: u64,
    peaks: Vec<Hash>,
}

impl Tree {
    /// Restores a tree from the roots of its complete subtrees, largest first. `None` if their number does not match
    /// the size.
    pub fn from_parts(size: u64, peaks: Vec<Hash>) -> Option<Self> {
        (u32::try_from(peaks.len()).ok()? == size.count_ones()).then_some(Self { size, peaks })
    }

    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Returns the roots of the complete subtrees, largest first.
    pub fn parts(&self) -> &[Hash] {
        &self.peaks
    }

    /// Appends a leaf, given its hash.
    pub fn push(&mut self, leaf: Hash) {
        let (mut hash, mut rest) = (leaf, self.size);
        // Each trailing one bit of the size is a subtree as large as the one that the new leaf completes; the two are
        // merged.
        while rest & 1 == 1
            && let Some(left) = self.peaks.pop()
        {
            hash = node(&left, &hash);
            rest >>= 1;
        }
        self.peaks.push(hash);
        self.size = self.size.saturating_add(1);
    }

    /// Returns the root. For an empty tree it is the hash of the empty string.
    pub fn root(&self) -> Hash {
        let from_right = self.peaks.iter().rev().copied();
        from_right.reduce(|right, left| node(&left, &right)).unwrap_or_else(|| Sha256::digest([]).into())
    }
}

impl FromIterator<Hash> for Tree {
    fn from_iter<I: IntoIterator<Item = Hash>>(leaves: I) -> Self {
        let mut tree = Self::default();
        leaves.into_iter().for_each(|leaf| tree.push(leaf));
        tree
    }
}

/// Returns the path from the leaf at `index` to the root, leaf first (RFC 6962, 2.1.1). `None` if there is no such
/// leaf.
pub fn inclusion_path(leaves: &[Hash], index: usize) -> Option<Vec<Hash>> {
    if index >= leaves.len() {
        return None;
    }
    let (mut part, mut at, mut path) = (leaves, index, Vec::new());
    while part.len() > 1 {
        // The largest power of two below the length.
        let half = part.len().next_power_of_two() >> 1;
        let (left, right) = part.split_at_checked(half)?;
        let (inside, beside) = if at < half { (left, right) } else { (right, left) };
        at = if at < half { at } else { at.checked_sub(half)? };
        path.push(beside.iter().copied().collect::<Tree>().root());
        part = inside;
    }
    path.reverse();
    Some(path)
}

/// Returns the root that this path implies for a tree of `size` leaves (RFC 9162, 2.1.3.2). `None` if the path does not
/// fit.
pub fn root_of_path(leaf: Hash, index: u64, size: u64, path: &[Hash]) -> Option<Hash> {
    let (mut at, mut last) = (index, size.checked_sub(1)?);
    if at > last {
        return None;
    }
    let mut root = leaf;
    for beside in path {
        if last == 0 {
            return None;
        }
        if at & 1 == 1 || at == last {
            root = node(beside, &root);
            while at & 1 == 0 && at != 0 {
                at >>= 1;
                last >>= 1;
            }
        } else {
            root = node(&root, beside);
        }
        at >>= 1;
        last >>= 1;
    }
    (last == 0).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves and roots from the reference implementation of RFC 6962.
    const LEAVES: [&str; 8] =
        ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
    const ROOTS: [&str; 9] = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    fn leaves(count: usize) -> Vec<Hash> {
        (0..count).map(|n| leaf(&n.to_be_bytes())).collect()
    }

    #[test]
    fn roots_are_those_of_the_reference_implementation() {
        let mut tree = Tree::default();
        for (n, data) in LEAVES.iter().enumerate() {
            assert_eq!(hex::encode(tree.root()), ROOTS[n], "{n} leaves");
            tree.push(leaf(&hex::decode(data).unwrap()));
        }
        assert_eq!(hex::encode(tree.root()), ROOTS[8]);
    }

    #[test]
    fn every_leaf_has_a_path_that_is_valid_only_at_its_position() {
        for size in 1..=33_usize {
            let leaves = leaves(size);
            let root = leaves.iter().copied().collect::<Tree>().root();
            for index in 0..size {
                let path = inclusion_path(&leaves, index).unwrap();
                let to = |at: usize, of: usize, path: &[Hash]| root_of_path(leaves[index], at as u64, of as u64, path);
                assert_eq!(to(index, size, &path), Some(root), "{index} of {size}");
                assert_ne!(to((index + 1) % size.max(2), size, &path), Some(root));
                if let Some((_, shorter)) = path.split_last() {
                    assert_ne!(to(index, size, shorter), Some(root));
                }
                assert_eq!(to(index, size, &[path.clone(), vec![root]].concat()), None);
                for n in 0..path.len() {
                    let mut other = path.clone();
                    other[n][0] ^= 1;
                    assert_ne!(to(index, size, &other), Some(root));
                }
            }
        }
        assert_eq!(inclusion_path(&leaves(3), 3), None);
        assert_eq!(root_of_path([0; 32], 0, 0, &[]), None);
    }

    #[test]
    fn restored_tree_continues_where_it_was() {
        let all = leaves(100);
        let first: Tree = all[..37].iter().copied().collect();
        let mut restored = Tree::from_parts(first.size(), first.parts().to_vec()).unwrap();
        assert_eq!(restored, first);
        all[37..].iter().for_each(|leaf| restored.push(*leaf));
        assert_eq!(restored, all.iter().copied().collect());
        assert_eq!(Tree::from_parts(38, first.parts().to_vec()), Some(Tree { size: 38, peaks: first.peaks }));
        assert_eq!(Tree::from_parts(40, vec![[0; 32]]), None);
    }
}
