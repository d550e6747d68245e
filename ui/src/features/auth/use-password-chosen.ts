/**
 * After a new password was chosen: to the start page, with a toast and a way to sign in. The server has ended every
 * session of the person; reading the profile lets this browser find out whether one of them was its own.
 */
import { useNavigate } from 'react-router-dom';
import { showToast } from '../../components/toast';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { profileChanged } from '../../session/read-profile';

export function usePasswordChosen(): () => void {
  const navigate = useNavigate();
  return () => {
    const { title, description, action } = auth.newPassword.chosen;
    showToast({
      title,
      description,
      variant: 'success',
      action: { label: action, to: paths.auth },
    });
    void profileChanged();
    void navigate(paths.home, { replace: true });
  };
}
