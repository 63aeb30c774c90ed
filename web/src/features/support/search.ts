import { type PagedSearch, parseId, parseOneOf, parsePaging, parseText, withoutDefaults } from '@/lib/list-search';

export const ticketStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const;

/** What the address of the list says; whatever makes no sense is left out. */
export type TicketsSearch = PagedSearch & {
  buscar?: string | undefined;
  estado?: (typeof ticketStatuses)[number] | undefined;
};

export function parseTicketsSearch(raw: Record<string, unknown>): TicketsSearch {
  return withoutDefaults<TicketsSearch>({
    buscar: parseText(raw.buscar),
    estado: parseOneOf(ticketStatuses, raw.estado),
    ...parsePaging(raw),
  });
}

/** What people look for in the questions. */
export type FaqSearch = PagedSearch & { buscar?: string | undefined };

export function parseFaqSearch(raw: Record<string, unknown>): FaqSearch {
  return withoutDefaults<FaqSearch>({ buscar: parseText(raw.buscar) });
}

/** The conversation that an agent has open. */
export type ChatSearch = { ticket?: number | undefined };

export function parseChatSearch(raw: Record<string, unknown>): ChatSearch {
  return withoutDefaults<ChatSearch>({ ticket: parseId(raw.ticket) });
}
