// Package jobs does what no request waits for: sending messages, telling
// subscribers, fetching pictures, checking the ledger, importing files, processing what shops sent,
// forecasting, taking backups, waking alerts and forgetting what has expired.
// Several processes may run it at once; the memory sees to it that each piece of
// work is taken by one.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
	"estante/internal/webhook"
)

// How often work is looked for that no event announced: messages whose pause
// is over, imports whose worker died, and rows whose time has come.
const (
	deliveryEvery = 15 * time.Second
	digestEvery   = 20 * time.Second
	dispatchEvery = 2 * time.Second // The shortest pause is five seconds.
	checkEvery    = time.Minute
	importEvery   = 5 * time.Second
	wakeEvery     = 30 * time.Second
	forecastEvery = 30 * time.Second
	backupEvery   = 20 * time.Second
	inboxEvery    = 5 * time.Second
	pictureEvery  = 5 * time.Second
	silenceEvery  = 5 * time.Minute
	lateEvery     = 5 * time.Minute
	wordsEvery    = time.Minute
	tidyEvery     = 10 * time.Minute
	foldEvery     = 10 * time.Minute
)

// forecastSettle lets changes that come one after the other be worked out
// together.
const forecastSettle = 200 * time.Millisecond

// forecastShare is what forecasts take of the time while stock is changed without
// a pause, or by an import, and yieldMax the longest rest between two turns of them.
const (
	forecastShare = 20
	yieldMax      = time.Second
)

// Hands are what the work is done with.
type Hands struct {
	Mailer  outbox.Mailer
	Courier webhook.Courier
	// Fetcher fetches pictures; without it none are.
	Fetcher Fetcher
}

// job is one kind of work.
type job struct {
	// work does one piece of what is due and says whether there may be more.
	work func(context.Context) (more bool, err error)
	// every is how often it is looked for, topics what else makes it look.
	every  time.Duration
	topics []core.Topic
	// settle is how long it waits for more of what woke it.
	settle time.Duration
	// share is one in how many parts of the time it takes while more keeps coming, or
	// while others are busy with what makes more of it; zero takes all.
	share int
	busy  func() bool
	// complaint is what the log says when it fails; it is tried again.
	complaint string
}

// Run works until ctx ends, then returns when the work at hand is done.
func Run(ctx context.Context, inv *inventory.Inventory, hands Hands, log *slog.Logger) {
	dispatcher := newDispatcher(inv, hands.Courier, log)
	defer dispatcher.running.Wait()
	var running sync.WaitGroup
	defer running.Wait()
	awake := map[core.Topic][]chan<- struct{}{}
	for _, job := range everyJob(inv, hands, dispatcher, log) {
		wake := make(chan struct{}, 1)
		for _, topic := range job.topics {
			awake[topic] = append(awake[topic], wake)
		}
		running.Go(func() { job.run(ctx, wake, log) })
	}
	running.Go(func() { listen(ctx, inv, awake, log) })
}

func everyJob(inv *inventory.Inventory, hands Hands, dispatcher *dispatcher, log *slog.Logger) []job {
	return []job{
		{
			work:  batches(func(ctx context.Context) (int, error) { return inv.Outbox.DeliverMessages(ctx, hands.Mailer) }),
			every: deliveryEvery, topics: []core.Topic{core.TopicMessages}, complaint: "messages not delivered",
		},
		{work: batches(inv.Alerts.BuildDigests), every: digestEvery, complaint: "daily e-mails not made"},
		{
			work: dispatcher.look, every: dispatchEvery, topics: []core.Topic{core.TopicSubscriptions},
			complaint: "messages for subscribers not looked for",
		},
		{
			work: once(inv.Verify.RunLedgerChecks), every: checkEvery, topics: []core.Topic{core.TopicLedgerCheck},
			complaint: "the ledger could not be checked",
		},
		{
			work: inv.Imports.WorkOnImports, every: importEvery, topics: []core.Topic{core.TopicImports},
			complaint: "import not finished",
		},
		{work: once(inv.Alerts.WakeAlerts), every: wakeEvery, complaint: "alerts not woken"},
		{
			work: forecasts(inv), every: forecastEvery, settle: forecastSettle, share: forecastShare,
			busy:      inv.Imports.IsImporting,
			complaint: "forecasts not worked out",
			topics:    []core.Topic{core.TopicStock, core.TopicProducts, core.TopicForecastRuns},
		},
		{
			work: inv.Forecasts.WorkOnForecastReports, every: forecastEvery, topics: []core.Topic{core.TopicForecastReports},
			complaint: "report not written",
		},
		{
			work: inv.Valuation.WorkOnSheets, every: forecastEvery, topics: []core.Topic{core.TopicValueSheets},
			complaint: "sheet not written",
		},
		{work: inv.Valuation.WorkOnFolds, every: foldEvery, complaint: "ends of months not folded"},
		{
			work: batches(inv.Inbox.ProcessDeliveries), every: inboxEvery, topics: []core.Topic{core.TopicDeliveries},
			complaint: "deliveries not processed",
		},
		{
			work: backups(inv), every: backupEvery, topics: []core.Topic{core.TopicBackups},
			complaint: "backup not taken or not checked",
		},
		{work: fetchPictures(inv, hands.Fetcher), every: pictureEvery, complaint: "pictures not fetched"},
		{
			work: inv.Purchases.WorkOnPurchaseWords, every: wordsEvery, topics: []core.Topic{core.TopicSuppliers},
			complaint: "purchases of renamed suppliers not found anew",
		},
		{work: batches(inv.Alerts.NoticeLatePurchases), every: lateEvery, complaint: "late purchases were not looked for"},
		{work: silence(inv), every: silenceEvery, complaint: "silent channels were not looked for"},
		{work: tidy(inv, log), every: tidyEvery},
	}
}

// run looks for work on the clock and when woken, until ctx ends.
func (j job) run(ctx context.Context, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(j.every)
	defer clock.Stop()
	for ctx.Err() == nil {
		began := time.Now()
		more, err := surviving(ctx, j.work)
		if err != nil && ctx.Err() == nil {
			log.Error(j.complaint, "error", err)
		}
		if more && err == nil {
			j.yield(ctx, wake, time.Since(began))
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-clock.C:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(j.settle):
		}
	}
}

// surviving does some work. A panic in it is a failure of this work and not the end
// of the program.
func surviving[Done any](ctx context.Context, work func(context.Context) (Done, error)) (done Done, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return work(ctx)
}

// yield leaves most of the time to the users who change the data that the work is
// about, as long as they do: then there will be more of it anyway.
func (j job) yield(ctx context.Context, wake <-chan struct{}, took time.Duration) {
	if j.share == 0 {
		return
	}
	select {
	case <-wake:
	default:
		if j.busy == nil || !j.busy() {
			return
		}
	}
	select {
	case <-ctx.Done():
	case <-time.After(min(time.Duration(j.share-1)*took, yieldMax)):
	}
}

// batches is work that says how much it did: after some there may be more.
func batches(work func(context.Context) (int, error)) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		done, err := work(ctx)
		return done > 0, err
	}
}

// once is work that leaves nothing for a second look, whatever it says of itself.
func once[Result any](work func(context.Context) (Result, error)) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		_, err := work(ctx)
		return false, err
	}
}

// forecasts works out products soon after they change, and everything every night.
func forecasts(inv *inventory.Inventory) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		if err := inv.Forecasts.AskNightlyForecasts(ctx); err != nil {
			return false, err
		}
		ran, err := inv.Forecasts.WorkOnForecastRuns(ctx)
		if err != nil {
			return false, err
		}
		more, err := inv.Forecasts.WorkOnDueForecasts(ctx)
		return ran || more, err
	}
}

// backups takes backups when an administrator asks for one or their hour has come, and
// checks those that an administrator doubts. Files that exist already are listed first.
func backups(inv *inventory.Inventory) func(context.Context) (bool, error) {
	adopted := false
	return func(ctx context.Context) (bool, error) {
		if !adopted {
			if err := inv.Backups.AdoptBackups(ctx); err != nil {
				return false, err
			}
			adopted = true
		}
		if err := inv.Backups.AskScheduledBackup(ctx); err != nil {
			return false, err
		}
		return inv.Backups.WorkOnBackups(ctx)
	}
}

// silence tells of shops that nothing is heard of.
func silence(inv *inventory.Inventory) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) { return false, inv.Inbox.NoticeSilence(ctx) }
}

// tidy forgets what has expired. One failure does not stop the others.
func tidy(inv *inventory.Inventory, log *slog.Logger) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		for name, forget := range map[string]func(context.Context) error{
			"sessions": inv.Accounts.ForgetOldSessions, "recovery links": inv.Accounts.ForgetOldRecoveries,
			"request keys": inv.Core.ForgetOldRequests,
			"attempts":     inv.Core.ForgetOldAttempts, "messages": inv.Outbox.ForgetOldMessages,
			"imports": inv.Imports.ForgetOldImports, "images": inv.Catalogue.ForgetOldImages,
			"dispatches": inv.Webhooks.ForgetOldDispatches, "deliveries": inv.Inbox.ForgetOldDeliveries,
			"presences":     inv.Support.ForgetOldPresences,
			"forecast runs": inv.Forecasts.ForgetOldForecastRuns, "reports": inv.ForgetOldReports,
		} {
			if err := forget(ctx); err != nil && ctx.Err() == nil {
				log.Error("could not tidy up", "what", name, "error", err)
			}
		}
		return false, nil
	}
}

// listen wakes the jobs that a topic is for, whichever process sent the event. When
// events were missed, all jobs check for work; they do so too when listening begins,
// because no event reached them between their first check and then.
func listen(ctx context.Context, inv *inventory.Inventory, awake map[core.Topic][]chan<- struct{}, log *slog.Logger) {
	err := inv.Core.Events(ctx, func(events []core.Event) {
		if len(events) == 0 {
			events = []core.Event{{Topic: core.TopicResync}}
		}
		for _, event := range events {
			for topic, jobs := range awake {
				if event.Topic == topic || event.Topic == core.TopicResync {
					wakeAll(jobs)
				}
			}
		}
	})
	if err != nil && ctx.Err() == nil {
		log.Warn("jobs stopped listening; work is still looked for on the clock", "error", err)
	}
}

func wakeAll(jobs []chan<- struct{}) {
	for _, wake := range jobs {
		select {
		case wake <- struct{}{}:
		default: // It is awake already.
		}
	}
}
