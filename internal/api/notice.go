package api

import (
	"context"
	"fmt"
	"time"

	"estante/internal/alert"
	"estante/internal/core"
)

func (a *API) noticeRoutes() {
	use := a.may(core.UseAccount)
	add(use, "GET /profile/notices/", "getNotice", "Cómo quieres enterarte de las alertas", a.getNotice)
	add(use, "PUT /profile/notices/", "updateNotice", "Cambiar cómo te enteras de las alertas", a.updateNotice)
}

type noticeChoiceBody struct {
	Bell  bool           `json:"bell" doc:"Si se avisa en la campana"`
	Email alert.MailMode `json:"email" enum:"none,now,daily" doc:"Nunca, al momento o en el resumen diario"`
}

// NoticeFields are how a person wants to hear of alerts.
type NoticeFields struct {
	OutOfStock    noticeChoiceBody  `json:"out_of_stock"`
	Critical      noticeChoiceBody  `json:"critical"`
	Low           noticeChoiceBody  `json:"low"`
	Late          *noticeChoiceBody `json:"late,omitempty" doc:"De compras que ya deberían haber llegado; si no se dice, sigue como estaba"`
	AllCategories bool              `json:"allCategories" doc:"Si los correos son de todas las categorías"`
	Categories    []int64           `json:"categories" doc:"Las categorías de los correos, si no son todas; 0 son los productos sin categoría"`
	DigestTime    string            `json:"digestTime" doc:"Cuándo se envía el resumen diario, en la hora del negocio"`
	Quiet         bool              `json:"quiet" doc:"Si hay horas en las que no se envían correos al momento"`
	QuietFrom     string            `json:"quietFrom"`
	QuietTo       string            `json:"quietTo"`
}

type noticeBody struct {
	NoticeFields
	EmailAvailable bool       `json:"emailAvailable" doc:"Si el servidor puede enviar correos"`
	NextDigestAt   *time.Time `json:"nextDigestAt,omitempty"`
}

// quietDefault is what a form shows before a person chooses quiet hours.
var quietDefault = alert.QuietHours{From: 22 * 60, To: 7 * 60}

func (a *API) noticeAnswer(ctx context.Context, n alert.Notice, err error) (*bodyOutput[noticeBody], error) {
	if err != nil {
		return nil, err
	}
	choice := func(level alert.Level) noticeChoiceBody {
		return noticeChoiceBody{Bell: n.Levels[level].Bell, Email: n.Levels[level].Mail}
	}
	sends, err := a.sendsMail(ctx)
	if err != nil {
		return nil, err
	}
	quiet := quietDefault
	if n.Quiet != nil {
		quiet = *n.Quiet
	}
	late := choice(alert.Late)
	body := noticeBody{NoticeFields: NoticeFields{
		Late:       &late,
		OutOfStock: choice(alert.Out), Critical: choice(alert.Critical), Low: choice(alert.Low),
		AllCategories: n.Categories == nil, Categories: []int64{}, DigestTime: clockText(n.DigestMinute),
		Quiet: n.Quiet != nil, QuietFrom: clockText(quiet.From), QuietTo: clockText(quiet.To),
	}, EmailAvailable: sends, NextDigestAt: n.DigestDueAt}
	body.Categories = append(body.Categories, n.Categories...)
	return answerBody(body, nil)
}

func (a *API) getNotice(ctx context.Context, _ *struct{}) (*bodyOutput[noticeBody], error) {
	notice, err := a.inv.Alerts.Notice(ctx, actorOf(ctx))
	return a.noticeAnswer(ctx, notice, err)
}

type updateNoticeInput struct{ Body NoticeFields }

func (a *API) updateNotice(ctx context.Context, input *updateNoticeInput) (*bodyOutput[noticeBody], error) {
	in := input.Body
	choice := func(c noticeChoiceBody) alert.NoticeChoice {
		return alert.NoticeChoice{Bell: c.Bell, Mail: c.Email}
	}
	notice := alert.Notice{
		DigestMinute: clockMinute(in.DigestTime),
		Levels: map[alert.Level]alert.NoticeChoice{
			alert.Out:      choice(in.OutOfStock),
			alert.Critical: choice(in.Critical),
			alert.Low:      choice(in.Low),
		},
	}
	if in.Late != nil {
		notice.Levels[alert.Late] = choice(*in.Late)
	}
	if !in.AllCategories {
		notice.Categories = append([]int64{}, in.Categories...)
	}
	if in.Quiet {
		notice.Quiet = &alert.QuietHours{From: clockMinute(in.QuietFrom), To: clockMinute(in.QuietTo)}
	}
	kept, err := a.inv.Alerts.UpdateNotice(ctx, actorOf(ctx), notice)
	return a.noticeAnswer(ctx, kept, err)
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
