import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-error';

const retries = 1;

/** Trying again helps when the answer got lost, never when the server has already said no. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failures < retries;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: shouldRetry, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
