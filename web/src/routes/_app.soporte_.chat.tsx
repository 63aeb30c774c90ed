import { createFileRoute } from '@tanstack/react-router';
import { ChatPage } from '@/features/support/chat-page';
import { parseChatSearch } from '@/features/support/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/soporte_/chat')({
  validateSearch: onlyKnown(parseChatSearch),
  component: ChatPage,
});
