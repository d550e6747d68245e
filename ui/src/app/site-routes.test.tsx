import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { visitor } from '../../test/screens/render-site';
import { useSession } from '../session/use-session';
import { screenAt } from './route-table';
import type { PageProps } from './screen';
import { SiteRoutes } from './site-routes';

vi.mock('../session/use-session');
vi.mock('./route-table', { spy: true });

const Person = ({ path, params }: PageProps) => <h1>{`${path} is ${params['id']}`}</h1>;

test('a page gets the parameters of its path', async () => {
  vi.mocked(useSession).mockReturnValue(visitor);
  const load = async () => Person;
  vi.mocked(screenAt).mockReturnValue({ path: '/people/:id', title: 'Person', load });
  render(
    <MemoryRouter initialEntries={['/people/a-7']}>
      <SiteRoutes />
    </MemoryRouter>,
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('/people/:id is a-7');
});
