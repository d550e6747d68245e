/** Goes back one history entry. A second call before the first has taken effect does nothing. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const going = useRef(false);
  useEffect(() => {
    going.current = false;
  }, [key]);
  return () => {
    if (going.current) return;
    going.current = true;
    void navigate(-1);
  };
}
