import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Pagination } from './pagination';

function show(props: { page: number; count: number; capped?: boolean }) {
  const onPageChange = vi.fn();
  const onPageSizeChange = vi.fn();
  render(
    <Pagination
      page={props.page}
      pageSize={20}
      count={props.count}
      countIsCapped={props.capped ?? false}
      hrefOf={(page) => `/lista?pagina=${page}`}
      onPageChange={onPageChange}
      onPageSizeChange={onPageSizeChange}
    />,
  );
  return { onPageChange, onPageSizeChange };
}

test('says what is shown and where one is', () => {
  show({ page: 2, count: 248 });
  expect(screen.getByText('21–40 de 248')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Página 13' })).toHaveAttribute('href', '/lista?pagina=13');
});

test('one page needs no pages', () => {
  show({ page: 1, count: 12 });
  expect(screen.getByText('1–12 de 12')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a capped count is a lower bound', () => {
  show({ page: 1, count: 10_000, capped: true });
  expect(screen.getByText('1–20 de más de 10.000')).toBeInTheDocument();
});

test('a plain click stays in the page; Ctrl leaves it to the browser', async () => {
  const { onPageChange } = show({ page: 2, count: 248 });
  await userEvent.click(screen.getByRole('link', { name: 'Página siguiente' }));
  expect(onPageChange).toHaveBeenCalledExactlyOnceWith(3);
  const handled = !fireEvent.click(screen.getByRole('link', { name: 'Página 1' }), { ctrlKey: true });
  expect(handled).toBe(false);
  expect(onPageChange).toHaveBeenCalledOnce();
});

test('the size can be changed', async () => {
  const { onPageSizeChange } = show({ page: 1, count: 248 });
  await userEvent.selectOptions(screen.getByLabelText('Por página'), '50');
  expect(onPageSizeChange).toHaveBeenCalledWith(50);
});
