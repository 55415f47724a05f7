/** The gateway's address, without a slash at its end. A proxy may serve the gateway below a path. */
export const GATEWAY_URL = document.baseURI.replace(/\/$/, '')
