import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';

export type Ticket = Answer<'/api/tickets/', 'get'>['results'][number];
export type TicketThread = Answer<'/api/tickets/{id}/', 'get'>;
export type TicketMessage = TicketThread['messages'][number];
export type TicketStatus = Ticket['status'];
export type TicketPriority = Ticket['priority'];
export type TicketCategory = Ticket['category'];
type TicketFilters = NonNullable<paths['/api/tickets/']['get']['parameters']['query']>;

/** How often a conversation asks who is there: nobody is told of that live. */
export const presenceMs = 15_000;

export function ticketsQuery(query: TicketFilters) {
  return queryOptions({
    queryKey: ['tickets', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/tickets/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function ticketQuery(id: number) {
  return queryOptions({
    queryKey: ['tickets', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/tickets/{id}/', { params: { path: { id } }, signal })),
  });
}

export const ticketSummaryQuery = queryOptions({
  queryKey: ['tickets', 'summary'],
  queryFn: ({ signal }) => answer(api.GET('/api/tickets/summary/', { signal })),
});

export const presenceQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: ({ signal }) => answer(api.GET('/api/tickets/presence/', { signal })),
});

function refreshTickets(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: ['tickets'] });
}

export type NewTicket = {
  subject?: string;
  category: TicketCategory;
  priority: TicketPriority;
  message: string;
  isChat?: boolean;
};

export function useOpenTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ticket, once }: { ticket: NewTicket; once: OnceKey }) =>
      answer(api.POST('/api/tickets/', { body: ticket, headers: once.headersFor(ticket) })),
    onSuccess: (ticket, { once }) => {
      once.done();
      queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
      return refreshTickets(queryClient);
    },
  });
}

export function useAnswerTicket(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ message, once }: { message: string; once: OnceKey }) =>
      answer(
        api.POST('/api/tickets/{id}/messages/', {
          params: { path: { id } },
          body: { message },
          headers: once.headersFor({ id, message }),
        }),
      ),
    onSuccess: (_message, { once }) => {
      once.done();
      return refreshTickets(queryClient);
    },
  });
}

export type TicketChange = { status?: TicketStatus; priority?: TicketPriority; category?: TicketCategory };

export function useChangeTicket(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: TicketChange) =>
      answer(api.PATCH('/api/tickets/{id}/', { params: { path: { id } }, body: change })),
    onSuccess: (ticket) => {
      queryClient.setQueryData(ticketQuery(id).queryKey, ticket);
      void refreshTickets(queryClient);
    },
    // Whatever was refused, the ticket may no longer be what the screen shows.
    onError: () => void refreshTickets(queryClient),
  });
}

export function useReadTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, upTo }: { id: number; upTo: number }) =>
      answer(api.POST('/api/tickets/{id}/read/', { params: { path: { id } }, body: { upTo } })),
    onSuccess: () => refreshTickets(queryClient),
  });
}
