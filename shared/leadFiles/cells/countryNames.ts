/** Three-letter codes (ISO 3166-1), each after its two letters. */
export const threeLetterCodes =
  'AF:AFG AX:ALA AL:ALB DZ:DZA AS:ASM AD:AND AO:AGO AI:AIA AG:ATG AR:ARG AM:ARM AW:ABW AU:AUS AT:AUT AZ:AZE BS:BHS BH:BHR BD:BGD BB:BRB BY:BLR BE:BEL BZ:BLZ BJ:BEN BM:BMU BT:BTN BO:BOL BQ:BES BA:BIH BW:BWA BR:BRA IO:IOT BN:BRN BG:BGR BF:BFA BI:BDI CV:CPV KH:KHM CM:CMR CA:CAN KY:CYM CF:CAF TD:TCD CL:CHL CN:CHN CX:CXR CC:CCK CO:COL KM:COM CG:COG CD:COD CK:COK CR:CRI CI:CIV HR:HRV CU:CUB CW:CUW CY:CYP CZ:CZE DK:DNK DJ:DJI DM:DMA DO:DOM EC:ECU EG:EGY SV:SLV GQ:GNQ ER:ERI EE:EST SZ:SWZ ET:ETH FK:FLK FO:FRO FJ:FJI FI:FIN FR:FRA GF:GUF PF:PYF GA:GAB GM:GMB GE:GEO DE:DEU GH:GHA GI:GIB GR:GRC GL:GRL GD:GRD GP:GLP GU:GUM GT:GTM GG:GGY GN:GIN GW:GNB GY:GUY HT:HTI VA:VAT HN:HND HK:HKG HU:HUN IS:ISL IN:IND ID:IDN IR:IRN IQ:IRQ IE:IRL IM:IMN IL:ISR IT:ITA JM:JAM JP:JPN JE:JEY JO:JOR KZ:KAZ KE:KEN KI:KIR KP:PRK KR:KOR KW:KWT KG:KGZ LA:LAO LV:LVA LB:LBN LS:LSO LR:LBR LY:LBY LI:LIE LT:LTU LU:LUX MO:MAC MG:MDG MW:MWI MY:MYS MV:MDV ML:MLI MT:MLT MH:MHL MQ:MTQ MR:MRT MU:MUS YT:MYT MX:MEX FM:FSM MD:MDA MC:MCO MN:MNG ME:MNE MS:MSR MA:MAR MZ:MOZ MM:MMR NA:NAM NR:NRU NP:NPL NL:NLD NC:NCL NZ:NZL NI:NIC NE:NER NG:NGA NU:NIU NF:NFK MK:MKD MP:MNP NO:NOR OM:OMN PK:PAK PW:PLW PS:PSE PA:PAN PG:PNG PY:PRY PE:PER PH:PHL PL:POL PT:PRT PR:PRI QA:QAT RE:REU RO:ROU RU:RUS RW:RWA BL:BLM SH:SHN KN:KNA LC:LCA MF:MAF PM:SPM VC:VCT WS:WSM SM:SMR ST:STP SA:SAU SN:SEN RS:SRB SC:SYC SL:SLE SG:SGP SX:SXM SK:SVK SI:SVN SB:SLB SO:SOM ZA:ZAF SS:SSD ES:ESP LK:LKA SD:SDN SR:SUR SJ:SJM SE:SWE CH:CHE SY:SYR TW:TWN TJ:TJK TZ:TZA TH:THA TL:TLS TG:TGO TK:TKL TO:TON TT:TTO TN:TUN TR:TUR TM:TKM TC:TCA TV:TUV UG:UGA UA:UKR AE:ARE GB:GBR US:USA UY:URY UZ:UZB VU:VUT VE:VEN VN:VNM VG:VGB VI:VIR WF:WLF EH:ESH YE:YEM ZM:ZMB ZW:ZWE XK:XKX';

/** Names that people use besides the official ones of `Intl.DisplayNames`. */
export const commonCountryNames: Readonly<Record<string, string>> = {
  AE: 'UAE|Emirates|Emirate|Emiratos|VAE|EAU|Émirats|ОАЭ|الإمارات|امارات',
  BA: 'Bosnia',
  CD: 'DRC|DR Congo|Democratic Republic of the Congo',
  CH: 'Confoederatio Helvetica',
  CI: 'Ivory Coast|Elfenbeinküste|Costa de Marfil',
  CN: 'PRC|Mainland China|Peoples Republic of China|中华人民共和国|中國',
  CV: 'Cape Verde',
  CZ: 'Czech Republic|Czech Rep|Česká republika|ČR|Tschechische Republik|República Checa|République tchèque|Repubblica Ceca|Tsjechische Republiek',
  DE: 'Federal Republic of Germany|Bundesrepublik Deutschland|BRD|D|Alemania|Allemagne',
  DO: 'Rep Dominicana',
  FR: 'Métropole|France métropolitaine',
  GB: 'UK|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Großbritannien|Grossbritannien|Grande-Bretagne|Angleterre|Gran Bretaña|Inglaterra|Reino Unido|Grã-Bretanha|Gran Bretagna|Inghilterra|Groot-Brittannië|Engeland|Wielka Brytania|Anglia|Великобритания|Англия|Velká Británie|Storbritannien|Storbritannia|İngiltere|Büyük Britanya|英国|イギリス',
  GR: 'EL|Hellas|Ελλάς',
  HK: 'Hong Kong|HKSAR',
  IE: 'Republic of Ireland|Éire',
  IR: 'Islamic Republic of Iran|Persia',
  KP: 'DPRK',
  KR: 'Korea|Republic of Korea|Korea Republic of|South Korea|ROK|Corée|Corea|Korea Południowa|Республика Корея|한국|남한|韓国|韩国',
  MK: 'Macedonia|FYROM',
  MM: 'Burma',
  MO: 'Macao|Macau',
  NL: 'Holland|Netherlands|Nederlanden|Hollande|Holanda|Olanda|Holandia|Голландия|Hollanda',
  PS: 'Palestine',
  RU: 'Russian Federation|Russland|Российская Федерация|РФ',
  SA: 'KSA|Kingdom of Saudi Arabia|السعودية',
  SK: 'Slovak Republic|Slovenská republika',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey|Turkiye|Türkiye Cumhuriyeti',
  TW: 'Republic of China|臺灣',
  TZ: 'United Republic of Tanzania',
  US: 'USA|United States of America|US of A|America|The States|Vereinigte Staaten von Amerika|Amerika|États-Unis d’Amérique|Estados Unidos de América|EEUU|EE UU|EUA|Stati Uniti d’America|Stany Zjednoczone Ameryki|Соединенные Штаты Америки|США|ABD|美國|アメリカ|미국',
  VA: 'Vatican|Holy See',
  VN: 'Viet Nam|Việt Nam',
};

/** Languages whose names of countries are known. */
export const countryLanguages =
  'en de fr es pt it nl pl cs sk sv da nb fi tr ru uk ar he ja ko zh zh-Hant hi id ms vi th el ro hu bg hr sr sl et lv lt ca fa is ka az kk mk sq sw';
