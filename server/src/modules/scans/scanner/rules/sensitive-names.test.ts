import { expect, test } from 'vitest'
import { isSensitive } from './sensitive-names.ts'

test.each([
  [
    'German',
    'Steuernummer steuer_id Kennwort gehalt mitarbeiterGehalt Reisepassnummer blutgruppe Führerscheinnummer ruecksetzlink kunde_kontonummer krankenversicherungsnummer Vorerkrankungen',
  ],
  [
    'French',
    'mot_de_passe motDePasse numéro_sécurité_sociale groupeSanguin dossier_medical lien_reinitialisation carte_identite salaire patient_antecedents_medicaux',
  ],
  [
    'Spanish',
    'contraseña dni historial_medico grupoSanguineo numero_seguridad_social enlace_recuperacion numero_tarjeta alergias empleado_salario',
  ],
  [
    'Italian',
    'codice_fiscale codiceFiscale cartella_clinica gruppo_sanguigno stipendio link_reimpostazione tessera_sanitaria carta_di_identita',
  ],
  [
    'Portuguese',
    'senha cpf prontuário histórico_médico cartão_crédito link_redefinição tipoSanguineo numero_contribuinte',
  ],
  [
    'Dutch',
    'wachtwoord bsn burgerservicenummer bloedgroep medisch_dossier paspoortnummer rekeningnummer herstellink klantWachtwoord',
  ],
  ['English', 'password_reset_link magicLink reset_url allergies tax_number passport_no'],
])('names in %s are sensitive', (_, names) => {
  expect(names.split(' ').filter((name) => !isSensitive(name, 'string'))).toEqual([])
})

test.each([
  'Titel Beschreibung inhalt sachverhalt bestellnummer rechnungsnummer kundennummer telefonnummer hausnummer passwort_geaendert_am',
  'titre numero_commande compte nombre_total date_creation lien image_url couleur',
  'titulo numero_pedido nombre cuenta enlace fecha receta ingredientes',
  'titolo numero_ordine conto_totale link patente_richiesta ricetta',
  'titulo numero_pedido conta link receita',
  'titel bestelnummer huisnummer link loonlijst_naam telefoonnummer',
  'title order_number reset_at link_url tax_rate password_hint_text account_name',
])('names such as those of %s are not', (names) => {
  expect(names.split(' ').filter((name) => isSensitive(name, 'string'))).toEqual([])
})

test('a field that only says that there is one is not sensitive', () => {
  expect(isSensitive('passwort', 'boolean')).toBe(false)
  expect(isSensitive('hat_kontonummer', 'string')).toBe(false)
})
