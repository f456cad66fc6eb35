import '#client/styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#client/app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The shell of the app has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
