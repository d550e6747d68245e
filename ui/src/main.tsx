/** Starts the session and mounts the router. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { reloadOnceOnMissingCode } from './app/reload-once';
import { routes } from './app/router';
import { startSession } from './session/start-session';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to mount into.');

reloadOnceOnMissingCode();
startSession();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
);
