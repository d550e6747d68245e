/** Makes the router's routes from the route table: the layout around all, each page lazy, faults inside the layout. */
import type { RouteObject } from 'react-router-dom';
import { notFound } from '../content/screens';
import { ErrorPage } from './error-page';
import { RootLayout } from './root-layout';
import { routeTable } from './route-table';
import type { Screen } from './screen';
import { ScreenHead } from './screen-head';

/** What the layout reads of the matched route. */
export interface ScreenHandle {
  title: string;
}

function routeOf({ load, ...screen }: Screen): RouteObject {
  return {
    path: screen.path,
    handle: { title: screen.title } satisfies ScreenHandle,
    lazy: async () => {
      const Page = await load();
      return {
        Component: () => (
          <>
            <ScreenHead {...screen} />
            <Page title={screen.title} description={screen.description} />
          </>
        ),
      };
    },
  };
}

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    // The layout is there at once; only the place of the page waits for its code.
    HydrateFallback: () => null,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          ...routeTable.map(routeOf),
          {
            path: '*',
            handle: { title: notFound.title } satisfies ScreenHandle,
            lazy: async () => {
              const { NotFoundPage } = await import('../pages/not-found-page');
              return {
                Component: () => (
                  <>
                    <ScreenHead {...notFound} noindex />
                    <NotFoundPage />
                  </>
                ),
              };
            },
          },
        ],
      },
    ],
  },
];
