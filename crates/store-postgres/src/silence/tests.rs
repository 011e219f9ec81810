use std::future::{pending, ready};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{OwnStatement, SILENCE_MAX, Silence, Silent, Watch};

const MOMENT: Duration = Duration::from_millis(1);

fn connected(silence: &Arc<Silence>, connection: u64) -> Watch {
    Watch {
        silence: Arc::clone(silence),
        connection,
    }
}

/// The clock is one of the tests: it jumps to whatever is waited for.
#[tokio::test(start_paused = true)]
async fn who_waits_is_told_after_the_bound_and_who_comes_then_at_once() {
    let silence = Arc::new(Silence::default());
    let connection = connected(&silence, 1);
    let began = Instant::now();
    connection.asks(began);
    let waited = silence.unless_silent(pending::<()>()).await;
    assert_eq!(
        (waited, began.elapsed()),
        (Err(Silent::Server), SILENCE_MAX)
    );
    // It is not even asked.
    assert_eq!(silence.unless_silent(ready(7)).await, Err(Silent::Server));
    assert_eq!(began.elapsed(), SILENCE_MAX);
    connection.hears(Instant::now());
    assert_eq!(silence.unless_silent(ready(7)).await, Ok(7));
}

#[tokio::test(start_paused = true)]
async fn a_server_of_which_anything_is_heard_is_not_silent() {
    let silence = Arc::new(Silence::default());
    let (slow, quick) = (connected(&silence, 1), connected(&silence, 2));
    slow.asks(Instant::now());
    let working = async {
        for _ in 0..5 {
            quick.asks(Instant::now());
            sleep(SILENCE_MAX - MOMENT).await;
            quick.hears(Instant::now());
        }
    };
    assert_eq!(silence.unless_silent(working).await, Ok(()));
    // What is asked later is answered: one that is not says nothing of the server.
    sleep(100 * SILENCE_MAX).await;
    assert_eq!(silence.unless_silent(ready(7)).await, Ok(7));
    quick.asks(Instant::now());
    sleep(SILENCE_MAX).await;
    assert_eq!(silence.unless_silent(ready(7)).await, Err(Silent::Server));
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_is_asked_whether_it_answers_and_an_answer_ends_the_silence() {
    let silence = Arc::new(Silence::default());
    let (lost, asking) = (connected(&silence, 1), connected(&silence, 2));
    lost.asks(Instant::now());
    sleep(SILENCE_MAX).await;
    assert_eq!(silence.unless_silent(ready(7)).await, Err(Silent::Server));
    let began = Instant::now();
    let waited = silence.despite_silence(pending::<()>()).await;
    assert_eq!(
        (waited, began.elapsed()),
        (Err(Silent::Server), SILENCE_MAX)
    );
    let answered = async {
        asking.asks(Instant::now());
        sleep(MOMENT).await;
        asking.hears(Instant::now());
    };
    assert_eq!(silence.despite_silence(answered).await, Ok(()));
    assert_eq!(silence.unless_silent(ready(7)).await, Ok(7));
}

#[tokio::test(start_paused = true)]
async fn where_nobody_waits_for_the_server_it_is_not_silent_however_long() {
    let silence = Arc::new(Silence::default());
    let lost = connected(&silence, 1);
    lost.asks(Instant::now());
    let at_work = async {
        sleep(MOMENT).await;
        // Its connection has broken.
        drop(lost);
        sleep(100 * SILENCE_MAX).await;
    };
    assert_eq!(silence.unless_silent(at_work).await, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_a_statement_that_hangs_is_told_though_others_are_answered() {
    let silence = Arc::new(Silence::default());
    let (stuck, quick) = (connected(&silence, 1), connected(&silence, 2));
    let own = OwnStatement::default();
    let began = Instant::now();
    // Its thread hangs for ever; this one goes on with the works of others.
    std::mem::forget(own.runs_here());
    stuck.asks(Instant::now());
    drop(OwnStatement::default().runs_here());
    let answered = async {
        loop {
            quick.asks(Instant::now());
            sleep(SILENCE_MAX / 3).await;
            quick.hears(Instant::now());
        }
    };
    let told = tokio::select! {
        told = silence.unless_unanswered(&own, pending::<()>()) => told,
        () = answered => Ok(()),
    };
    assert_eq!(
        (told, began.elapsed()),
        (Err(Silent::Statement), SILENCE_MAX)
    );
}

#[tokio::test(start_paused = true)]
async fn a_work_of_many_statements_that_are_answered_may_take_long() {
    let silence = Arc::new(Silence::default());
    let (connection, own) = (connected(&silence, 1), OwnStatement::default());
    let running = own.runs_here();
    let work = async {
        for _ in 0..9 {
            connection.asks(Instant::now());
            sleep(SILENCE_MAX - MOMENT).await;
            connection.hears(Instant::now());
            sleep(2 * SILENCE_MAX).await;
        }
        drop(running);
    };
    assert_eq!(silence.unless_unanswered(&own, work).await, Ok(()));
}
