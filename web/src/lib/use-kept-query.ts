import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export type KeptQuery<Data> = {
  data: Data | undefined;
  /** When what is shown arrived; 0 while there is nothing. */
  loadedAt: number;
  error: Error | null;
  isFetching: boolean;
  /** What is shown is not the answer to what was asked last. */
  isStale: boolean;
  retry: () => void;
};

type Kept<Data> = { data: Data; at: number };

/**
 * A query whose last answer stays at hand while the next one is on its way and when that one fails,
 * so that a screen can keep showing it and say how old it is.
 */
export function useKeptQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): KeptQuery<Data> {
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery(options);
  const [last, setLast] = useState<Kept<Data> | null>(null);
  const arrived = data !== undefined && !isPlaceholderData;
  if (arrived && (last?.data !== data || last.at !== dataUpdatedAt)) setLast({ data, at: dataUpdatedAt });
  const shown = data === undefined ? last : { data, at: arrived ? dataUpdatedAt : (last?.at ?? 0) };
  return {
    data: shown?.data,
    loadedAt: shown?.at ?? 0,
    error,
    isFetching,
    isStale: isPlaceholderData || error !== null,
    retry: () => void refetch(),
  };
}
