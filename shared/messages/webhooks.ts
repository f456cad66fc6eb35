export const refused = 'The signature of this delivery is missing or wrong';
export const unreadable = 'This delivery could not be read';
export const handshakeRefused = 'This is not our subscription';
export const off = 'No deliveries are expected here: the platform is not set up on this server';
