/** Names of fields whose values are not for others, however an app spells them. */
const NAMES = `
  password passwd passphrase password_hash hashed_password secret client_secret secret_key private_key signing_key
  encryption_key api_key api_secret access_key access_token refresh_token auth_token bearer_token id_token
  session_token session_id reset_token verification_token csrf_token token jwt otp otp_secret totp_secret mfa_secret
  two_factor_secret recovery_code backup_codes security_answer pin pin_code webhook_secret connection_string
  ssn social_security_number national_id tax_id passport_number passport driver_license drivers_license_number
  identity_number iban bank_account bank_account_number account_number routing_number sort_code swift
  card_number credit_card credit_card_number debit_card cvv cvc card_cvc card_expiry
  salary medical_record medical_history diagnosis prescription health_record blood_type insurance_number
  date_of_birth_certificate biometric fingerprint_template
  reset_link reset_url password_reset_link password_reset_url recovery_link magic_link login_link
  allergies medications chronic_diseases disability disability_status hiv_status mental_health therapy_notes pregnancy_status
  id_card_number identity_card_number tax_number taxpayer_id fiscal_code passport_no health_insurance_number`

/** The same in German, French, Spanish, Italian, Portuguese and Dutch, without accents; `ae`, `oe`, `ue` for umlauts. */
const TRANSLATED = `
  passwort kennwort passwort_hash passworthash geheimer_schluessel api_schluessel zugangstoken zugangscode sicherheitscode
  wiederherstellungscode ruecksetzlink passwort_link passwort_reset_link anmeldelink sicherheitsantwort geheimzahl
  steuernummer steuer_id steuerid steuer_nr steueridentifikationsnummer sozialversicherungsnummer versicherungsnummer
  versichertennummer krankenversicherungsnummer svnr sv_nummer ahv_nummer rentenversicherungsnummer personalausweisnummer
  ausweisnummer ausweis_nr reisepassnummer passnummer reisepass personalausweis fuehrerscheinnummer
  diagnose diagnosen krankheit krankheiten vorerkrankung vorerkrankungen allergien medikamente medikation blutgruppe
  behinderung behinderungsgrad schwangerschaft befund befunde patientenakte krankenakte krankengeschichte anamnese
  krankmeldung gehalt bruttogehalt nettogehalt monatsgehalt jahresgehalt einkommen kontonummer bankverbindung
  kreditkartennummer kartennummer pruefziffer

  mot_de_passe motdepasse mdp code_secret cle_secrete cle_api jeton_acces jeton_api lien_reinitialisation
  lien_de_reinitialisation lien_recuperation lien_connexion code_recuperation reponse_secrete
  numero_securite_sociale numero_de_securite_sociale num_secu nir numero_fiscal identifiant_fiscal numero_identification_fiscale
  numero_passeport numero_de_passeport passeport carte_identite numero_carte_identite piece_identite permis_de_conduire
  numero_permis carte_vitale dossier_medical antecedents_medicaux antecedents groupe_sanguin traitement_medical maladie
  maladies maladies_chroniques diagnostic_medical ordonnance grossesse invalidite salaire salaire_brut salaire_net revenu
  carte_bancaire numero_carte_bancaire numero_carte numero_compte compte_bancaire rib

  contrasena contrasenia clave_secreta clave_api clave_privada enlace_restablecimiento enlace_de_restablecimiento
  enlace_recuperacion codigo_recuperacion token_recuperacion respuesta_secreta dni nif numero_dni numero_identidad
  numero_identificacion documento_identidad cedula numero_pasaporte pasaporte licencia_conducir numero_seguridad_social
  seguridad_social curp rfc identificacion_fiscal numero_fiscal historial_medico historia_clinica antecedentes_medicos
  grupo_sanguineo tipo_sangre alergias medicamentos medicacion enfermedad enfermedades discapacidad embarazo receta_medica
  diagnostico salario sueldo nomina ingresos tarjeta_credito tarjeta_de_credito numero_tarjeta cuenta_bancaria numero_cuenta

  parola_chiave parola_segreta chiave_segreta chiave_api chiave_privata link_reimpostazione link_di_reimpostazione
  link_recupero codice_recupero risposta_segreta codice_fiscale carta_identita carta_di_identita numero_carta_identita
  documento_identita numero_passaporto passaporto numero_patente tessera_sanitaria numero_tessera_sanitaria
  cartella_clinica storia_clinica anamnesi gruppo_sanguigno allergie farmaci malattia malattie patologie disabilita
  gravidanza ricetta_medica diagnosi stipendio reddito carta_di_credito carta_credito numero_carta conto_bancario
  numero_conto conto_corrente

  senha senha_hash palavra_passe palavra_chave_secreta chave_secreta chave_api chave_privada chave_pix link_redefinicao
  link_de_redefinicao link_recuperacao codigo_recuperacao cpf numero_cpf rg numero_contribuinte contribuinte
  numero_passaporte passaporte carteira_identidade bilhete_identidade cartao_cidadao cnh carteira_motorista
  numero_seguranca_social seguranca_social niss numero_utente cartao_sus prontuario prontuario_medico historico_medico
  ficha_clinica tipo_sanguineo alergia doenca doencas deficiencia gravidez receita_medica rendimento
  cartao_credito cartao_de_credito numero_cartao conta_bancaria numero_conta

  wachtwoord wachtwoord_hash geheime_sleutel api_sleutel toegangscode toegangstoken herstellink herstelcode resetlink
  wachtwoord_link inloglink geheim_antwoord bsn burgerservicenummer belastingnummer fiscaal_nummer sofinummer paspoort
  paspoortnummer identiteitskaart identiteitsnummer id_kaart rijbewijsnummer zorgverzekeringsnummer medisch_dossier
  patientendossier medische_gegevens medische_geschiedenis ziekte ziektes aandoening aandoeningen bloedgroep allergieen
  medicatie medicijnen zwangerschap ziekmelding salaris brutosalaris nettosalaris inkomen rekeningnummer
  bankrekening bankrekeningnummer creditcardnummer kaartnummer`

/** Words that languages join to longer ones: `mitarbeitergehalt`, `klantwachtwoord`. */
const JOINED =
  /(?:passwort|kennwort|wachtwoord|steuernummer|versicherungsnummer|versichertennummer|ausweisnummer|passnummer|kontonummer|kartennummer|paspoortnummer|servicenummer|rekeningnummer|kaartnummer|identifikationsnummer|(?:brutto|netto|monats|jahres|mitarbeiter)gehalt|(?:ruecksetz|zuruecksetzungs|reset|herstel)link)$/

const SENSITIVE = new Set(`${NAMES} ${TRANSLATED}`.trim().split(/\s+/).map(plain))
/** At the end of a longer name: `stripe_api_key`, `user_password`. */
const ENDINGS = [
  ...[
    'password',
    'passwd',
    'passphrase',
    'password_hash',
    'api_key',
    'api_secret',
    'secret_key',
    'private_key',
  ],
  ...[
    'access_token',
    'refresh_token',
    'auth_token',
    'session_token',
    'reset_token',
    'client_secret',
    'otp_code',
  ],
  ...[
    'ssn',
    'social_security_number',
    'passport_number',
    'iban',
    'card_number',
    'cvv',
    'tax_id',
    'medical_record',
  ],
  ...['bank_account_number', 'security_answer', 'diagnosis', 'webhook_secret', 'reset_link', 'reset_url'],
  ...['magic_link', 'passport_no', 'tax_number', 'insurance_number'],
  // Short ones are words or abbreviations of other things behind another word.
  ...TRANSLATED.trim()
    .split(/\s+/)
    .filter((name) => name.length >= 6),
].map((ending) => words(ending))

/** Whether a field of this name, of this declared type, holds something that others should not see. */
export function isSensitive(name: string, type: unknown): boolean {
  const types = [type ?? 'string'].flat()
  // Whether there is a password, or when it was changed, is not the password.
  if (types.every((one) => one === 'boolean' || one === 'null')) return false
  if (SENSITIVE.has(plain(name)) || (JOINED.test(plain(name)) && !MASKED.has(words(name)[0] ?? '')))
    return true
  const own = words(name)
  return ENDINGS.some((ending) => {
    const tail = own.slice(-ending.length)
    return own.length > ending.length && tail.join('_') === ending.join('_') && !MASKED.has(own[0] ?? '')
  })
}

/** What begins so says something about the value and is not the value. */
const MASKED = new Set([
  'has',
  'is',
  'masked',
  'last4',
  'needs',
  'requires',
  'forgot',
  'show',
  'hide',
  'no',
  'public',
  ...[
    'hat',
    'ist',
    'zeige',
    'braucht',
    'maskiert',
    'tiene',
    'ha',
    'tem',
    'heeft',
    'toon',
    'mostra',
    'mostrar',
  ],
])

function words(name: string): string[] {
  return name
    .normalize('NFC')
    .replace(/([\p{Ll}0-9])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[äöü]/g, (letter) => `${{ ä: 'a', ö: 'o', ü: 'u' }[letter]}e`)
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function plain(name: string): string {
  return words(name).join('')
}
