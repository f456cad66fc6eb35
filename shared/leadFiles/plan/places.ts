/** States of Mexico and Brazil, and their codes: `Estado` is a region beside them, not a status. */
const states =
  'Aguascalientes|Baja California|Baja California Sur|Campeche|Chiapas|Chihuahua|Ciudad de México|CDMX|Coahuila|Colima|Durango|Estado de México|Guanajuato|Guerrero|Hidalgo|Jalisco|Michoacán|Morelos|Nayarit|Nuevo León|Oaxaca|Puebla|Querétaro|Quintana Roo|San Luis Potosí|Sinaloa|Sonora|Tabasco|Tamaulipas|Tlaxcala|Veracruz|Yucatán|Zacatecas|Acre|Alagoas|Amapá|Amazonas|Bahia|Ceará|Distrito Federal|Espírito Santo|Goiás|Maranhão|Mato Grosso|Mato Grosso do Sul|Minas Gerais|Pará|Paraíba|Paraná|Pernambuco|Piauí|Rio de Janeiro|Rio Grande do Norte|Rio Grande do Sul|Rondônia|Roraima|Santa Catarina|São Paulo|Sergipe|Tocantins';
const names = new Set(states.toLowerCase().split('|'));

export const isPlace = (text: string): boolean => names.has(text.toLowerCase()) || /^[A-Z]{2}$/.test(text);

/** Words of a pipeline, which make `State` a status. */
export const isPipelineWord = (text: string): boolean =>
  /^(?:new|open|contacted|attempted|working|nurturing|in progress|pending|waiting|accepted|rejected|converted|created|intake|(?:un|dis|not )?qualified|won|lost|closed|interested|not interested|proposal|negotiation|follow[ -]?up|call ?back|no answer|invalid|spam|duplicate)(?:\b|$)/i.test(
    text,
  );
