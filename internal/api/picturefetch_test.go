package api_test

import (
	"context"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// refused brings no picture, and none later.
type refused string

func (r refused) Picture(context.Context, string) (catalogue.Image, error) {
	return catalogue.Image{}, r
}

func (r refused) Error() string { return string(r) }

func (refused) Permanent() bool { return true }

// A product tells its picture as it was written until the server has it, and why it has not.
func TestAProductTellsWhyItsPictureDidNotCome(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		const url = "https://example.com/broca.png"
		s.post(t, token, "/api/products/", object{"sku": "HER-1", "name": "Broca", "imageUrl": url}).mustBe(t, 201).want(t,
			map[string]any{"imageUrl": url, "imageProblem": "", "version": 1})
		if _, err := s.inv.Catalogue.FetchPicture(t.Context(), refused("No es una imagen")); err != nil {
			t.Fatal(err)
		}
		s.get(t, token, "/api/products/1/").mustBe(t, 200).want(t,
			map[string]any{"imageUrl": url, "imageProblem": "No es una imagen", "version": 2})
		s.get(t, token, "/api/products/").mustBe(t, 200).want(t,
			map[string]any{"results.0.imageProblem": "No es una imagen"})
		s.patch(t, token, "/api/products/1/", object{"imageUrl": url}).mustBe(t, 200).want(t,
			map[string]any{"imageUrl": url, "imageProblem": ""})
	})
}
