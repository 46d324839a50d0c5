//! A fixed clock and sequential ids for the tests of other crates.

use crate::{Actor, AdminActor, Clearance, Clock, IdGenerator, RequestContext, SessionId, Timestamp, UserId};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;
use uuid::Uuid;

/// A clock that moves only on command.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    pub const fn at(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.as_micros()))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        let micros = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
        self.0.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.0.load(Ordering::SeqCst))
    }
}

/// Sequential ids, starting with `00000000-0000-7000-8000-000000000001`.
#[derive(Debug, Default)]
pub struct SequentialIds(AtomicU64);

impl IdGenerator for SequentialIds {
    fn next(&self) -> Uuid {
        numbered(self.0.fetch_add(1, Ordering::SeqCst) + 1)
    }

    fn random(&self) -> Uuid {
        self.next()
    }
}

/// The `n`th id.
pub const fn numbered(n: u64) -> Uuid {
    Uuid::from_u64_pair(0x0000_0000_0000_7000, 0x8000_0000_0000_0000 | n)
}

/// The start time of tests: 2026-03-14T09:00:00Z.
pub const TEST_NOW: Timestamp = Timestamp::from_micros(1_773_478_800_000_000);

/// A request from 192.0.2.1 at [`TEST_NOW`].
pub fn context() -> RequestContext {
    RequestContext {
        request_id: "req-1".to_owned(),
        ip_address: Some("192.0.2.1".to_owned()),
        user_agent: Some("test agent".to_owned()),
        now: TEST_NOW,
        is_background: false,
    }
}

/// An actor named `user-{n}` with the id [`numbered(n)`](numbered).
pub fn actor(n: u64, level: i64, is_admin: bool) -> Actor {
    Actor {
        user_id: UserId::Account(numbered(n)),
        username: format!("user-{n}"),
        clearance: Clearance::parse(level).unwrap_or(Clearance::MIN),
        is_admin,
        session_id: None,
    }
}

/// The same actor as an administrator.
pub fn admin(n: u64, level: i64) -> AdminActor {
    proven(&actor(n, level, true))
}

pub fn emergency_access() -> AdminActor {
    proven(&Actor { user_id: UserId::EmergencyAccess, ..actor(0, 5, true) })
}

/// The administrator `user-1` with level 5 and this session.
pub fn admin_in(session: SessionId) -> AdminActor {
    proven(&Actor { session_id: Some(session), ..actor(1, 5, true) })
}

#[expect(clippy::disallowed_methods, clippy::expect_used, reason = "for tests, of actors with rights")]
fn proven(actor: &Actor) -> AdminActor {
    AdminActor::of(actor).expect("an administrator")
}

/// Titles in the world's most widely written languages, with the characters that their spelling needs.
pub const TITLES: [&str; 44] = [
    "The keeper\u{2019}s log",
    "La gardienne de l\u{2019}île Œuvre",
    "Grüße aus der Größe",
    "El año del búho",
    "A canção do mar",
    "Îles și țărmuri",
    "Żółta łódź",
    "Příliš žluťoučký kůň",
    "Şafakta ağaç ıssız",
    "Người gác đèn",
    "Ẹ̀kọ́ àwọn àgbà",
    "Ƙofar ɗakin ɓoye",
    "Mlango mwekundu",
    "Kızıl kapı ve İstanbul",
    "Ο φύλακας του φάρου",
    "Смотритель маяка",
    "Доглядач маяка їжак",
    "Чувар светионика",
    "საგუშაგო კოშკი",
    "Փարոսի պահապանը",
    "שׁוֹמֵר הַמִּגְדַּלּוֹר",
    "\u{200F}חדר 19 (א׳)\u{200F}",
    "حارس المنارة",
    "نگهبان می\u{200C}خواهد خانه\u{200C}ها را ببیند",
    "چوکیدار کی ڈائری",
    "ياردەمچىنىڭ خاتىرىسى",
    "प्रकाशस्तंभ का रक्षक क्\u{200D}ष",
    "दीपस्तंभाचा रखवालदार र्\u{200D}य",
    "বাতিঘরের রক্ষক র\u{200D}্যাপ",
    "ਚਾਨਣ ਮੁਨਾਰਾ",
    "દીવાદાંડીનો રખેવાળ",
    "ବତୀଘରର ରକ୍ଷକ",
    "கலங்கரை விளக்கம்",
    "దీపస్తంభం కాపరి",
    "ದೀಪಸ್ತಂಭದ ಕಾವಲುಗಾರ",
    "വിളക്കുമാടം കാവല്\u{200D}ക്കാരന്\u{200D}",
    "ප්\u{200D}රදීපාගාරය",
    "ผู้ดูแลประภาคาร",
    "ຜູ້ເຝົ້າປະພາຄານ",
    "អ្នកយាម\u{200B}ប៉មភ្លើង",
    "မီးပြတိုက်စောင့်",
    "བརྒྱུད་པའི་སྒྲོན་མེ།",
    "灯塔看守人 燈塔 とうだいもり",
    "등대지기 የመብራት ማማ ᠮᠤᠩᠭᠤᠯ\u{180E}ᠠ",
];
