package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// serveShop fills a shop and has the real program serve it, in a process of its own.
func serveShop(ctx context.Context, o options, products int) (*shop, error) {
	s, err := emptyShop(ctx, o.handedOver(), products)
	if err != nil {
		return nil, err
	}
	if err = s.fill(ctx); err == nil {
		err = s.serve(ctx, o)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// serve hands the data over to the program and signs in there.
func (s *shop) serve(ctx context.Context, o options) error {
	s.rest()
	args := []string{
		"serve", "--listen", "127.0.0.1:0", "--data", s.place.Dir, "--streams-each", strconv.Itoa(2 * streamsOpen),
	}
	if s.place.URL != "" {
		args = append(args, "--database", s.place.URL)
	}
	served, err := start(ctx, o.program, args...)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, served.stop)
	s.served, s.address = served, served.address
	var signedIn struct{ Session struct{ SessionToken string } }
	body := fmt.Sprintf(`{"username":%q,"password":%q}`, benchUser, benchPassword)
	err = s.read(ctx, http.MethodPost, "/api/auth/login/", body, &signedIn)
	if err != nil {
		return err
	}
	s.authorization = "Session " + signedIn.Session.SessionToken
	return s.settle(ctx)
}

// settled is the lull after which nothing is left of what filled a shop.
var settled = lull{looks: 3, every: 500 * time.Millisecond, most: 25_000}

// forecastLook is how often it is looked whether a forecast is due.
const forecastLook = 500 * time.Millisecond

// settle waits until the server has done what a shop that was just filled
// leaves to its jobs, such as thousands of forecasts.
func (s *shop) settle(ctx context.Context) error {
	if err := s.forecast(ctx); err != nil {
		return err
	}
	return settled.await(ctx, s.served.processorTime)
}

// forecast waits until no forecast is due on PostgreSQL: there it is the database
// that computes, and the server hardly does.
func (s *shop) forecast(ctx context.Context) error {
	if s.place.URL == "" {
		return nil
	}
	conn, err := pgx.Connect(ctx, s.place.URL)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	for due := true; due; {
		if err := wait(ctx, forecastLook); err != nil {
			return err
		}
		if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM forecast_due)").Scan(&due); err != nil {
			return err
		}
	}
	return nil
}

// side asks the shop one question.
func (s *shop) side(q question) side {
	computing := processorTime
	if s.served != nil {
		computing = s.served.processorTime
	}
	return side{func(ctx context.Context, n int) error { return s.put(ctx, q, n) }, computing, q.method != http.MethodGet}
}
