package api

import (
	"context"
	"fmt"
	"time"

	"estante/internal/inventory"
)

func (a *API) noticeRoutes() {
	use := a.may(inventory.UseAccount)
	add(use, "GET /profile/notices/", "getNotice", "Cómo quieres enterarte de las alertas", a.getNotice)
	add(use, "PUT /profile/notices/", "updateNotice", "Cambiar cómo te enteras de las alertas", a.updateNotice)
}

type noticeChoiceBody struct {
	Bell  bool               `json:"bell" doc:"Si se avisa en la campana"`
	Email inventory.MailMode `json:"email" enum:"none,now,daily" doc:"Nunca, al momento o en el resumen diario"`
}

// NoticeFields are how a person wants to hear of alerts.
type NoticeFields struct {
	OutOfStock    noticeChoiceBody `json:"out_of_stock"`
	Critical      noticeChoiceBody `json:"critical"`
	Low           noticeChoiceBody `json:"low"`
	AllCategories bool             `json:"allCategories" doc:"Si los correos son de todas las categorías"`
	Categories    []int64          `json:"categories" doc:"Las categorías de los correos, si no son todas; 0 son los productos sin categoría"`
	DigestTime    string           `json:"digestTime" doc:"Cuándo se envía el resumen diario, en la hora del negocio"`
	Quiet         bool             `json:"quiet" doc:"Si hay horas en las que no se envían correos al momento"`
	QuietFrom     string           `json:"quietFrom"`
	QuietTo       string           `json:"quietTo"`
}

type noticeBody struct {
	NoticeFields
	EmailAvailable bool       `json:"emailAvailable" doc:"Si el servidor puede enviar correos"`
	NextDigestAt   *time.Time `json:"nextDigestAt,omitempty"`
}

// quietDefault is what a form shows before a person chooses quiet hours.
var quietDefault = inventory.QuietHours{From: 22 * 60, To: 7 * 60}

func (a *API) noticeAnswer(n inventory.Notice, err error) (*bodyOutput[noticeBody], error) {
	if err != nil {
		return nil, err
	}
	choice := func(level inventory.AlertLevel) noticeChoiceBody {
		return noticeChoiceBody{Bell: n.Levels[level].Bell, Email: n.Levels[level].Mail}
	}
	quiet := quietDefault
	if n.Quiet != nil {
		quiet = *n.Quiet
	}
	body := noticeBody{NoticeFields: NoticeFields{
		OutOfStock: choice(inventory.AlertOut), Critical: choice(inventory.AlertCritical), Low: choice(inventory.AlertLow),
		AllCategories: n.Categories == nil, Categories: []int64{}, DigestTime: clockText(n.DigestMinute),
		Quiet: n.Quiet != nil, QuietFrom: clockText(quiet.From), QuietTo: clockText(quiet.To),
	}, EmailAvailable: a.options.MailServer, NextDigestAt: n.DigestDueAt}
	body.Categories = append(body.Categories, n.Categories...)
	return answerBody(body, nil)
}

func (a *API) getNotice(ctx context.Context, _ *struct{}) (*bodyOutput[noticeBody], error) {
	return a.noticeAnswer(a.inv.Notice(ctx, actorOf(ctx)))
}

type updateNoticeInput struct{ Body NoticeFields }

func (a *API) updateNotice(ctx context.Context, input *updateNoticeInput) (*bodyOutput[noticeBody], error) {
	in := input.Body
	choice := func(c noticeChoiceBody) inventory.NoticeChoice {
		return inventory.NoticeChoice{Bell: c.Bell, Mail: c.Email}
	}
	notice := inventory.Notice{
		DigestMinute: clockMinute(in.DigestTime),
		Levels: map[inventory.AlertLevel]inventory.NoticeChoice{
			inventory.AlertOut:      choice(in.OutOfStock),
			inventory.AlertCritical: choice(in.Critical),
			inventory.AlertLow:      choice(in.Low),
		},
	}
	if !in.AllCategories {
		notice.Categories = append([]int64{}, in.Categories...)
	}
	if in.Quiet {
		notice.Quiet = &inventory.QuietHours{From: clockMinute(in.QuietFrom), To: clockMinute(in.QuietTo)}
	}
	return a.noticeAnswer(a.inv.UpdateNotice(ctx, actorOf(ctx), notice))
}

// clockText and clockMinute write and read a minute of the day; what is none
// is a minute that no day has.
func clockText(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

func clockMinute(text string) int {
	at, err := time.Parse("15:04", text)
	if err != nil || len(text) != len("15:04") {
		return -1
	}
	return at.Hour()*60 + at.Minute()
}
