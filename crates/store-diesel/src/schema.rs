//! The tables as diesel sees them; `migrations/` makes them. Times are microseconds since the epoch.

diesel::table! {
    applications (pa_id) {
        pa_id -> Text,
        form_type -> Text,
        status -> Text,
        data -> Text,
        original -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
        revision -> BigInt,
    }
}

diesel::table! {
    application_keys (lookup) {
        lookup -> Text,
        pa_id -> Text,
        digest -> Binary,
    }
}

diesel::table! {
    year_counters (year) {
        year -> Integer,
        last_number -> Integer,
    }
}

diesel::table! {
    loose_blobs (key) {
        key -> Text,
        since -> BigInt,
    }
}
