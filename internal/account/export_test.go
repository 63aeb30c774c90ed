package account

// Watch calls seen with every hash that a password is compared with, in the
// middle of the work.
func (s *Service) Watch(seen func(hash string)) {
	verify := s.passwords.verify
	s.passwords.verify = func(password, hash string) (bool, error) {
		seen(hash)
		return verify(password, hash)
	}
}

// Instead runs something else where passwords are compared; none is right.
func (s *Service) Instead(run func()) {
	s.passwords.verify = func(string, string) (bool, error) {
		run()
		return false, nil
	}
}

// Decoy is the hash that is verified when a username does not exist.
func (s *Service) Decoy() string { return s.passwords.decoy }

// UnusablePassword is kept for an account whose owner has not chosen a password yet.
const UnusablePassword = unusablePassword
