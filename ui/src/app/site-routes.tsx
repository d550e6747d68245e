/** The layout with the current screen of the route table. */
import { createElement } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { useEarlyInput } from './startup/early-interaction';
import { pageOf } from './page-code';
import { RootLayout } from './layout/root-layout';
import { type Screen, shownAt } from './route-table';
import { ScreenHead } from './layout/screen-head';

function ScreenView({ screen }: { screen: Screen }) {
  useEarlyInput();
  const { title, path } = screen;
  return (
    <>
      <ScreenHead {...screen} />
      {createElement(pageOf(screen), { title, path })}
    </>
  );
}

/** Does not use the router's matching, which accepts `/About` and `/about//` where the server sends the not-found page. */
function CurrentScreen() {
  const { pathname } = useLocation();
  const screen = shownAt(pathname);
  return <ScreenView key={screen.path} screen={screen} />;
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
