/** The router's routes, made from the route table: the layout around all of them. Goes below any router. */
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { pageOf } from './page-code';
import { RootLayout } from './root-layout';
import { notFoundScreen, routeTable } from './route-table';
import type { Screen } from './screen';
import { ScreenHead } from './screen-head';

function ScreenView({ screen }: { screen: Screen }) {
  return (
    <>
      <ScreenHead {...screen} />
      {createElement(pageOf(screen), { title: screen.title, description: screen.description })}
    </>
  );
}

export function SiteRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        {[...routeTable, notFoundScreen].map((screen) => (
          <Route
            key={screen.path}
            path={screen.path}
            element={<ScreenView key={screen.path} screen={screen} />}
          />
        ))}
      </Route>
    </Routes>
  );
}
