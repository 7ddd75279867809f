import { expect, test } from '../fixtures.ts';

test('[A-040, A-247, A-248, A-253] a deep link leads through the sign-in form to the projects', async ({
  page,
  account,
}) => {
  await page.goto('/test-suite/s1');
  await expect(page).toHaveURL(/\/signin$/);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });

  await test.step('asks for what is missing', async () => {
    await submit.click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Email is required');
    await email.fill(account.email);
    await submit.click();
    await expect(page.getByText('Password is required')).toBeVisible();
  });

  await test.step('mails a link for a forgotten password', async () => {
    await email.fill('');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByText('Please enter your email address')).toBeVisible();
    await email.fill(account.email);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(
      page.getByRole('alert').getByText('Password reset email sent. Please check your inbox.'),
    ).toBeVisible();
  });

  await test.step('keeps the email and empties the password after a wrong one', async () => {
    await password.fill('Wrong-Horse-7');
    await submit.click();
    await expect(page.getByRole('alert').getByText('Password is incorrect.')).toBeVisible();
    await expect(email).toHaveValue(account.email);
    await expect(password).toHaveValue('');
  });

  await test.step('lets the right one in, to the projects', async () => {
    await password.fill(account.password);
    await password.press('Enter');
    await expect(page).toHaveURL(/\/projects$/);
  });
});

test('[A-022, A-023, A-055, A-063] every address leads a signed-in user where they belong', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);

  for (const path of ['/', '/signin', '/signup', '/onboarding', '/subscribe', '/test-suites']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/projects$/);
  }

  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(
    page.getByText("The page you're looking for doesn't exist or has been moved."),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('[A-064] an unknown address leads a signed-out visitor to the sign-in page', async ({
  page,
}) => {
  await page.goto('/nowhere');
  await expect(page).toHaveURL(/\/signin$/);
});

test('[A-012] a bad token leaves the address and says that it failed', async ({ page }) => {
  await page.goto('/signin?token=BAD');
  await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try again.');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('[A-152, A-155, A-156, A-158] an error while drawing shows the fallback with its details', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await page.goto('/error-test');
  await expectAccessible(page);

  const thrown = page.waitForEvent('pageerror');
  await page.getByRole('button', { name: 'Throw Async Error' }).click();
  expect((await thrown).message).toBe('An asynchronous error, thrown on purpose');
  await expect(page.getByRole('heading', { name: 'Error test' })).toBeVisible();

  await page.getByRole('button', { name: 'Throw Sync Error' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.getByText('View Error Details').click();
  await expect(
    page.getByText('A synchronous error, thrown on purpose while drawing', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { name: 'Error test' })).toBeVisible();
  await page.getByRole('button', { name: 'Cause Runtime Error' }).click();
  await expect(page.getByText('TypeError', { exact: true })).toBeHidden();
  await page.getByText('View Error Details').click();
  await expect(page.getByText('TypeError', { exact: true })).toBeVisible();
});
