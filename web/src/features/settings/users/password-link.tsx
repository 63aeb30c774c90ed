import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { fullName } from '@/lib/full-name';
import { showToast } from '@/ui/feedback/toast';
import { IconButton } from '@/ui/form/icon-button';
import { noticeQuery } from '../notices/api';
import { type User, useSendPasswordLink } from './api';
import { inviteStrings as s } from './invite-strings';

/** Where the link is to be found, which without a mail server is in its log. */
export function linkText(email: string, sendsMail: boolean): string {
  return sendsMail ? s.linkText(email) : s.noMailText;
}

/** For a user who lost an invitation or cannot get in. Their password of now stays until they choose another. */
export function PasswordLinkButton({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const link = useSendPasswordLink();

  async function send() {
    try {
      const { emailAvailable } = await queryClient.ensureQueryData(noticeQuery);
      const { email } = await link.mutateAsync(user.idUser);
      showToast({
        title: emailAvailable ? s.linkSent : s.linkInLog,
        description: linkText(email, emailAvailable),
      });
    } catch (error) {
      showToast({ type: 'error', title: s.linkFailed, description: errorText(error) });
    }
  }

  return (
    <IconButton label={s.sendLink(fullName(user))} icon={KeyRound} busy={link.isPending} onClick={() => void send()} />
  );
}
