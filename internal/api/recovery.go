package api

import (
	"context"

	"estante/internal/account"
)

func (a *API) recoveryRoutes() {
	anyone := a.anyone()
	add(anyone, "POST /auth/password-recovery/", "recoverPassword", "Pedir un enlace de recuperación", a.recoverPassword)
	add(anyone, "POST /auth/password-reset/", "resetPassword", "Elegir contraseña con un enlace", a.resetPassword)
}

type recoverPasswordInput struct {
	Body struct {
		Email string `json:"email"`
	}
}

type detailOutput struct {
	Body struct {
		Detail string `json:"detail"`
	}
}

func (a *API) recoverPassword(ctx context.Context, input *recoverPasswordInput) (*detailOutput, error) {
	if err := a.inv.Accounts.RequestRecovery(ctx, input.Body.Email, a.peer(visitOf(ctx))); err != nil {
		return nil, err
	}
	output := &detailOutput{}
	output.Body.Detail = "Si la dirección es de una cuenta, recibirás un enlace para elegir una contraseña nueva."
	return output, nil
}

type resetPasswordInput struct {
	Body struct {
		Token           string `json:"token"`
		NewPassword     string `json:"newPassword"`
		ConfirmPassword string `json:"confirmPassword"`
	}
}

func (a *API) resetPassword(ctx context.Context, input *resetPasswordInput) (*empty, error) {
	return nil, a.inv.Accounts.ResetPassword(ctx, account.PasswordReset{
		Token: input.Body.Token, New: input.Body.NewPassword, Confirm: input.Body.ConfirmPassword, Peer: a.peer(visitOf(ctx)),
	})
}
