/** The layout with the current screen of the route table. */
import { createElement } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { useEarlyInput } from './startup/early-interaction';
import { pageOf } from './page-code';
import { RootLayout } from './layout/root-layout';
import { notFoundScreen, screenAt } from './route-table';
import type { Screen } from './screen';
import { ScreenHead } from './layout/screen-head';

function ScreenView({ screen, pathname }: { screen: Screen; pathname: string }) {
  useEarlyInput();
  const { title, path } = screen;
  const params = matchPath(path, pathname)?.params ?? {};
  return (
    <>
      <ScreenHead {...screen} />
      {createElement(pageOf(screen), { title, path, params })}
    </>
  );
}

/** Does not use the router's matching, which accepts `/About` and `/about//` where the server sends the not-found page. */
function CurrentScreen() {
  const { pathname } = useLocation();
  const screen = screenAt(pathname) ?? notFoundScreen;
  return <ScreenView key={screen.path} screen={screen} pathname={pathname} />;
}

export function SiteRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route path="*" element={<CurrentScreen />} />
      </Route>
    </Routes>
  );
}
