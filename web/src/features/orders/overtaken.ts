import { orderStatusNames } from '@/features/shared/order-status';
import { type ApiError, errorText, isOvertaken } from '@/lib/api-error';
import type { OrderDetail } from './api';
import { consequenceStrings as s } from './detail-strings';

/** What the page says after another user was faster: the order on it is already the one of now. */
export function overtakenText(error: ApiError, { status }: OrderDetail): { title: string; text: string } {
  return isOvertaken(error)
    ? { title: s.changedTitle, text: s.changedText(orderStatusNames[status]) }
    : { title: s.refusedTitle, text: errorText(error) };
}
