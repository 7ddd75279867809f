declare module 'samlp' {
  type Callback<T> = (error: Error | null, result: T) => void;

  function getSamlResponse(options: object, user: object, callback: Callback<string>): void;
  function parseRequest(
    request: { query: { SAMLRequest: string } },
    options: object,
    callback: Callback<unknown>,
  ): void;

  export default { getSamlResponse, parseRequest };
}
