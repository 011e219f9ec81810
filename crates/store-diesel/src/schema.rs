//! The tables as diesel sees them; `migrations/` makes them. Times are microseconds since the
//! epoch.

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
        name -> Nullable<Text>,
        original_sha256 -> Nullable<Binary>,
        form_package -> Nullable<Binary>,
        activity_at -> BigInt,
        history_number -> BigInt,
        history_hash -> Nullable<Binary>,
        history_bytes -> BigInt,
        original_bytes -> Nullable<BigInt>,
    }
}

// PostgreSQL has several rows for each, told apart by a column that only its triggers know.
diesel::table! {
    application_counts (form_type, status) {
        form_type -> Text,
        status -> Text,
        applications -> BigInt,
    }
}

diesel::table! {
    form_packages (digest) {
        digest -> Binary,
        form_type -> Text,
        version -> BigInt,
        stored_at -> BigInt,
        definition -> Binary,
        template -> Binary,
    }
}

diesel::joinable!(applications -> form_packages (form_package));
diesel::allow_tables_to_appear_in_same_query!(applications, form_packages);

diesel::table! {
    application_keys (lookup) {
        lookup -> Text,
        pa_id -> Text,
        digest -> Binary,
    }
}

diesel::joinable!(application_keys -> applications (pa_id));
diesel::allow_tables_to_appear_in_same_query!(application_keys, applications);

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
        reserved_bytes -> BigInt,
    }
}

diesel::table! {
    stored_bytes (id) {
        id -> Integer,
        total -> BigInt,
    }
}

diesel::table! {
    unfinished_copy (id) {
        id -> Integer,
        begun_at -> BigInt,
    }
}

diesel::table! {
    attachments (id) {
        id -> BigInt,
        pa_id -> Text,
        filename -> Text,
        content_type -> Text,
        size_bytes -> BigInt,
        sha256 -> Binary,
        blob -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    offers (id) {
        id -> BigInt,
        pa_id -> Text,
        position -> Integer,
        supplier_name -> Text,
        amount_cents -> BigInt,
        description -> Text,
        url -> Text,
        attachment_id -> Nullable<BigInt>,
        created_at -> BigInt,
    }
}

diesel::table! {
    cost_positions (pa_id, position) {
        pa_id -> Text,
        position -> Integer,
        preferred -> Nullable<BigInt>,
        no_offers_required -> Bool,
        justification -> Nullable<Text>,
    }
}

diesel::table! {
    cleared_costs (pa_id) {
        pa_id -> Text,
        names -> Text,
    }
}

diesel::table! {
    history (pa_id, number) {
        pa_id -> Text,
        number -> BigInt,
        at -> BigInt,
        author -> Text,
        action -> Text,
        changes -> Text,
        hash -> Binary,
        total_bytes -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(applications, history);

diesel::table! {
    replays (scope_hash) {
        scope_hash -> Binary,
        request_hash -> Binary,
        pa_id -> Text,
        answer -> Binary,
        expires_at -> BigInt,
    }
}
