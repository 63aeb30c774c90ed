package api

import (
	"context"
	"time"

	"estante/internal/account"
	"estante/internal/core"
)

func (a *API) profileRoutes() {
	use := a.may(core.UseAccount)
	add(use, "GET /profile/", "getProfile", "Tu perfil", a.getProfile)
	add(use, "PUT /profile/", "updateProfile", "Cambiar tu perfil", a.updateProfile)
	add(use, "POST /profile/change-password/", "changePassword", "Cambiar tu contraseña", a.changePassword, secret)
}

type roleBody struct {
	IDRole int    `json:"idRole"`
	Name   string `json:"name"`
}

// ProfileBody is a user as the spec names their fields.
type ProfileBody struct {
	IDUser         int64      `json:"idUser"`
	Username       string     `json:"username"`
	FirstName      string     `json:"firstName"`
	LastName       string     `json:"lastName"`
	Email          string     `json:"email"`
	MiddleName     string     `json:"middleName"`
	SecondLastName string     `json:"secondLastName"`
	DNI            string     `json:"dni"`
	IsActive       bool       `json:"isActive"`
	IsStaff        bool       `json:"isStaff"`
	DateJoined     time.Time  `json:"dateJoined"`
	LastLogin      *time.Time `json:"lastLogin" nullable:"true"`
	Roles          []roleBody `json:"roles"`
	Permissions    []string   `json:"permissions" doc:"Lo que el servidor permite hacer a esta persona"`
}

func profileOf(user core.User) ProfileBody {
	body := ProfileBody{
		IDUser: user.ID, Username: user.Username, FirstName: user.FirstName, LastName: user.LastName, Email: user.Email,
		MiddleName: user.MiddleName, SecondLastName: user.SecondLastName, DNI: user.DNI,
		IsActive: user.Active(), IsStaff: user.Role == core.Administrator,
		DateJoined: user.JoinedAt, LastLogin: user.LastLoginAt,
		Roles: []roleBody{{IDRole: int(user.Role), Name: user.Role.Name()}}, Permissions: []string{},
	}
	for _, action := range user.Role.Permissions() {
		body.Permissions = append(body.Permissions, string(action))
	}
	return body
}

func (a *API) getProfile(ctx context.Context, _ *struct{}) (*versionOutput[ProfileBody], error) {
	user := actorOf(ctx).User
	return answerVersion(user.Version, profileOf(user), nil)
}

type updateProfileInput struct {
	IfMatch
	Body struct {
		FirstName      string `json:"firstName"`
		LastName       string `json:"lastName"`
		Email          string `json:"email"`
		MiddleName     string `json:"middleName,omitempty"`
		SecondLastName string `json:"secondLastName,omitempty"`
	}
}

type updateProfileOutput struct {
	ETag string `header:"ETag"`
	Body struct {
		User ProfileBody `json:"user"`
	}
}

func (a *API) updateProfile(ctx context.Context, input *updateProfileInput) (*updateProfileOutput, error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	user, err := a.inv.Accounts.UpdateProfile(ctx, actorOf(ctx), account.ProfileChange{
		FirstName: input.Body.FirstName, LastName: input.Body.LastName, Email: input.Body.Email,
		MiddleName: input.Body.MiddleName, SecondLastName: input.Body.SecondLastName, IfVersion: version,
	})
	if err != nil {
		return nil, err
	}
	output := &updateProfileOutput{ETag: etag(user.Version)}
	output.Body.User = profileOf(user)
	return output, nil
}

type changePasswordInput struct {
	Body struct {
		CurrentPassword string `json:"currentPassword"`
		NewPassword     string `json:"newPassword"`
		ConfirmPassword string `json:"confirmPassword"`
	}
}

func (a *API) changePassword(ctx context.Context, input *changePasswordInput) (*empty, error) {
	return nil, a.inv.Accounts.ChangePassword(ctx, actorOf(ctx), account.PasswordChange{
		Current: input.Body.CurrentPassword, New: input.Body.NewPassword, Confirm: input.Body.ConfirmPassword,
	})
}
