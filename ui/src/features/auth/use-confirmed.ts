/** After an address was confirmed or changed: to the start page, with a toast and the way on. */
import { useNavigate } from 'react-router-dom';
import { showToast } from '../../components/toast';
import { auth } from '../../content/account/auth';
import { noteSignUp } from '../../lib/note-sign-up';
import { paths } from '../../content/site/pages';

export function useConfirmed(): (what: 'confirmed' | 'changed') => void {
  const navigate = useNavigate();
  return (what) => {
    if (what === 'confirmed') noteSignUp('confirmed');
    const { title, description, action } = auth.confirm[what];
    showToast({
      title,
      description,
      variant: 'success',
      action: { label: action, to: what === 'changed' ? paths.account : paths.auth },
    });
    void navigate(paths.home, { replace: true });
  };
}
