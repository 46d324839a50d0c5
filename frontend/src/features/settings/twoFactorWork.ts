/** What is fetched when somebody works on their second factor. */
export { TwoFactorDisable } from './TwoFactorDisable';
export { TwoFactorSetup } from './TwoFactorSetup';
