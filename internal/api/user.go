package api

import (
	"context"

	"estante/internal/account"
	"estante/internal/core"
)

func (a *API) userRoutes() {
	anyone, manage := a.anyone(), a.may(core.ManageUsers)
	add(anyone, "POST /auth/register/", "register", "Crear una cuenta", a.register, created)
	add(manage, "GET /users/", "listUsers", "Cuentas", a.listUsers)
	add(manage, "POST /users/", "createUser", "Invitar a una persona", a.createUser, created)
	add(manage, "GET /users/{id}/", "getUser", "Una cuenta", a.getUser)
	add(manage, "PATCH /users/{id}/", "updateUser", "Cambiar una cuenta", a.updateUser)
	add(manage, "POST /users/{id}/password-link/", "sendPasswordLink", "Enviar un enlace para elegir contraseña",
		a.sendPasswordLink)
}

type registerInput struct {
	Body struct {
		Username        string `json:"username"`
		Password        string `json:"password"`
		ConfirmPassword string `json:"confirmPassword"`
		DNI             string `json:"dni"`
		FirstName       string `json:"firstName"`
		LastName        string `json:"lastName"`
		Email           string `json:"email"`
		MiddleName      string `json:"middleName,omitempty"`
		SecondLastName  string `json:"secondLastName,omitempty"`
	}
}

type registerOutput struct {
	Body struct {
		User            ProfileBody `json:"user"`
		PendingApproval bool        `json:"pendingApproval" doc:"Un administrador tiene que aprobar la cuenta"`
	}
}

func (a *API) register(ctx context.Context, input *registerInput) (*registerOutput, error) {
	in := input.Body
	registration, err := a.inv.Accounts.Register(ctx, account.NewUser{
		Username: in.Username, Password: in.Password, ConfirmPassword: in.ConfirmPassword, DNI: in.DNI,
		FirstName: in.FirstName, MiddleName: in.MiddleName, LastName: in.LastName, SecondLastName: in.SecondLastName,
		Email: in.Email,
	}, a.peer(visitOf(ctx)))
	if err != nil {
		return nil, err
	}
	output := &registerOutput{}
	output.Body.User, output.Body.PendingApproval = profileOf(registration.User), registration.Pending
	return output, nil
}

// userBody is an account as administrators see it.
type userBody struct {
	ProfileBody
	State core.AccountState `json:"state" enum:"active,pending,inactive"`
}

func userOf(user core.User) userBody {
	return userBody{ProfileBody: profileOf(user), State: user.State}
}

type listUsersInput struct {
	PageInput
	Search   string               `query:"search" maxLength:"200"`
	State    core.AccountState    `query:"state" enum:"active,pending,inactive"`
	RoleID   int                  `query:"roleId" minimum:"1" maximum:"4"`
	Ordering account.UserOrdering `query:"ordering" enum:"username,-username,name,-name,dateJoined,-dateJoined,lastLogin,-lastLogin" default:"username"`
}

func (a *API) listUsers(ctx context.Context, input *listUsersInput) (*listOutput[userBody], error) {
	users, err := a.inv.Accounts.ListUsers(ctx, account.UserFilter{
		Search: input.Search, State: input.State, Role: core.Role(input.RoleID), Ordering: input.Ordering,
		Page: input.page(),
	})
	return answerList(users, userOf, err)
}

func (a *API) getUser(ctx context.Context, input *IDInput) (*versionOutput[userBody], error) {
	user, err := a.inv.Accounts.User(ctx, input.ID)
	return answerVersion(user.Version, userOf(user), err)
}

type createUserInput struct {
	Body struct {
		Username       string `json:"username"`
		DNI            string `json:"dni"`
		FirstName      string `json:"firstName"`
		LastName       string `json:"lastName"`
		Email          string `json:"email" doc:"Recibe un enlace para elegir su contraseña"`
		MiddleName     string `json:"middleName,omitempty"`
		SecondLastName string `json:"secondLastName,omitempty"`
		RoleID         int    `json:"roleId"`
	}
}

func (a *API) createUser(ctx context.Context, input *createUserInput) (*versionOutput[userBody], error) {
	in := input.Body
	user, err := a.inv.Accounts.CreateUser(ctx, actorOf(ctx), account.NewUser{
		Username: in.Username, DNI: in.DNI, FirstName: in.FirstName, MiddleName: in.MiddleName,
		LastName: in.LastName, SecondLastName: in.SecondLastName, Email: in.Email,
	}, core.Role(in.RoleID))
	return answerVersion(user.Version, userOf(user), err)
}

type updateUserInput struct {
	IDInput
	IfMatch
	Body struct {
		RoleID         *int    `json:"roleId,omitempty"`
		IsActive       *bool   `json:"isActive,omitempty"`
		FirstName      *string `json:"firstName,omitempty"`
		MiddleName     *string `json:"middleName,omitempty"`
		LastName       *string `json:"lastName,omitempty"`
		SecondLastName *string `json:"secondLastName,omitempty"`
		Email          *string `json:"email,omitempty"`
		DNI            *string `json:"dni,omitempty"`
	}
}

func (a *API) updateUser(ctx context.Context, input *updateUserInput) (*versionOutput[userBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	in := input.Body
	change := account.UserChange{
		FirstName: in.FirstName, MiddleName: in.MiddleName, LastName: in.LastName, SecondLastName: in.SecondLastName,
		Email: in.Email, DNI: in.DNI, IfVersion: version,
	}
	if in.RoleID != nil {
		role := core.Role(*in.RoleID)
		change.Role = &role
	}
	if in.IsActive != nil {
		state := core.AccountInactive
		if *in.IsActive {
			state = core.AccountActive
		}
		change.State = &state
	}
	user, err := a.inv.Accounts.UpdateUser(ctx, actorOf(ctx), input.ID, change)
	return answerVersion(user.Version, userOf(user), err)
}

func (a *API) sendPasswordLink(ctx context.Context, input *IDInput) (*versionOutput[userBody], error) {
	user, err := a.inv.Accounts.SendPasswordLink(ctx, actorOf(ctx), input.ID)
	return answerVersion(user.Version, userOf(user), err)
}
