/** Goes back one history entry. A second call before the first has taken effect does nothing. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const going = useRef(false);
  useEffect(() => {
    const arrive = () => {
      going.current = false;
    };
    arrive();
    // The key stays the same if React has not rendered the left entry.
    window.addEventListener('popstate', arrive);
    return () => window.removeEventListener('popstate', arrive);
  }, [key]);
  return () => {
    if (going.current) return;
    going.current = true;
    void navigate(-1);
  };
}
