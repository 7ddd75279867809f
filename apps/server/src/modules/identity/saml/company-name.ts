/**
 * Decides which company names on the sign-in page belong to a domain, so that a company's name never leads to a stranger's
 * provider.
 */
import { ApiError } from '../../../platform/errors/api-error.ts';

/** Labels below a country's domain under which companies register, as in acme.co.uk. */
const registryLabels = new Set(
  'ac co com edu gob gov go mil net ne nom or org ltd plc me sch'.split(' '),
);

/**
 * @returns true for the domain and its subdomains (`eu.acme.com`), and for the company's label (`acme`), also with a suffix
 * (`acme-europe`)
 */
export function isNameOf(company: string, domain: string): boolean {
  if (company === domain || company.endsWith(`.${domain}`)) return true;
  const label = companyLabel(domain);
  const rest = company.slice(label.length);
  return company.startsWith(label) && /^([_-][a-z0-9_-]*)?$/.test(rest);
}

export function requireNameOf(company: string, domain: string): void {
  if (isNameOf(company, domain)) return;
  const label = companyLabel(domain);
  throw new ApiError('invalid_request', {
    problems: [
      {
        path: 'company',
        message: `A company name belongs to its domain. Use ${label}, ${label}- followed by more text, or ${domain}.`,
      },
    ],
  });
}

function companyLabel(domain: string): string {
  const labels = domain.split('.');
  const [country = '', registry = ''] = labels.toReversed();
  const isBelowCountry = labels.length > 2 && country.length === 2 && registryLabels.has(registry);
  return labels.at(isBelowCountry ? -3 : -2) ?? domain;
}
