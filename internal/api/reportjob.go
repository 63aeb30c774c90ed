package api

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/imports"
	"estante/internal/report"
	"estante/internal/reportjob"
)

// reportFile documents that the operation answers with the file of a report.
func reportFile(op *huma.Operation) {
	answersMadeFile(op, report.PDFType, report.ContentType(imports.SheetXLSX))
}

// sendReport answers with the file of a report, which walk hands over in pieces.
func (a *API) sendReport(
	ctx context.Context, input *slowIDInput, job reportjob.Job, walk func(func([]byte) error) error,
) (*huma.StreamResponse, error) {
	if job.State != reportjob.Done {
		return nil, reportjob.ErrWaits
	}
	if err := input.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	contentType := report.ContentType(imports.SheetXLSX)
	if job.Format == reportjob.PDF {
		contentType = report.PDFType
	}
	return a.send(ctx, attachment{contentType, job.FileName, job.Size}, func(w io.Writer) error {
		return walk(func(piece []byte) error {
			_, err := w.Write(piece)
			return err
		})
	}), nil
}
