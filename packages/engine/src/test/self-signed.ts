/** A certificate that no browser trusts, for test servers. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6Y0XQ9dy5SdFY44z
FB2Pzj5LGNdEdtq0IIQfIIFw1xKhRANCAAQ0R4i4+GNhuqUXOge+b3rnGdLK7Xa0
BSAKsbXdpxaGPkWL8zX/ILgdfo4SMLVLnkFZhW3S/x1bxXdJ0U5+VWil
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBhDCCASmgAwIBAgIUaA7h+dgKlQuSok+OmHkEURkjpiQwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLYm90LmV4YW1wbGUwIBcNMjYxMTIxMDQzMzM3WhgPMjEyNjEw
MjgwNDMzMzdaMBYxFDASBgNVBAMMC2JvdC5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAENEeIuPhjYbqlFzoHvm965xnSyu12tAUgCrG13acWhj5Fi/M1
/yC4HX6OEjC1S55BWYVt0v8dW8V3SdFOflVopaNTMFEwHQYDVR0OBBYEFMBudJo0
FHccy8Of0UOZwEGt6yMEMB8GA1UdIwQYMBaAFMBudJo0FHccy8Of0UOZwEGt6yME
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMleyTsTbEU35E8s
m9E6R/2EqhbeuIyncW2Lrxf/KiqkAiEA17BecnbzxmQHujNNC2VfdfHzd/GuXQHM
yWUxnaCqctQ=
-----END CERTIFICATE-----
`,
};

/** A certificate that expires in the thirteenth month, so its date is invalid. */
export const endingNever = {
  key: selfSigned.key,
  cert: replacedInside(selfSigned.cert, '21261028043337Z', '21261328043337Z'),
};

function replacedInside(pem: string, before: string, after: string): string {
  const base64 = pem.replaceAll(/-----.+-----|\s/g, '');
  const text = Buffer.from(base64, 'base64').toString('latin1').replace(before, after);
  const changed = Buffer.from(text, 'latin1').toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${changed}\n-----END CERTIFICATE-----\n`;
}
